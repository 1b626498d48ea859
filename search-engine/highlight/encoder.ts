import type { HighlightOptions } from "../language/highlight/options.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  '"': "&quot;",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "'": "&#x27;",
  "/": "&#x2F;",
};

/** Encodes text between tags: unchanged, or escaped for HTML. */
export const encoderOf = ({ encodesHtml }: HighlightOptions): ((text: string) => string) =>
  encodesHtml ? (text) => text.replace(/["&<>'/]/g, (character) => ESCAPES[character] ?? character) : (text) => text;
