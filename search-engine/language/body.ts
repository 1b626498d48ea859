import { rejected } from "./errors/errors.ts";
import { JsonNumberTooLong, JsonSyntaxError, JsonTrailingValue, type JsonValue, parseJson } from "./json/json.ts";
import { tokenOf } from "./members/options.ts";

/** An empty body means `{}`. */
export function readBody(body: Uint8Array): JsonValue {
  const text = decoded(body);
  if (text.trim() === "") return new Map();
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonTrailingValue) {
      throw rejected("parsing_exception", `Unexpected token [${tokenOf(error.value)}] found after the main object.`);
    }
    if (error instanceof JsonNumberTooLong) {
      const cause = { type: "stream_constraints_exception", reason: error.message };
      throw rejected("x_content_parse_exception", error.message, {}, cause);
    }
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, col } = error.location;
    if (error.atEnd) {
      const cause = { type: "json_e_o_f_exception", reason: error.message };
      throw rejected("x_content_e_o_f_exception", `[${line}:${col}] Unexpected end of file`, {}, cause);
    }
    throw rejected(
      "x_content_parse_exception",
      `[${line}:${col}] ${error.message}`,
      {},
      {
        type: "json_parse_exception",
        reason: error.message,
      },
    );
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decoded(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw rejected("x_content_parse_exception", "[1:1] Invalid UTF-8");
  }
}
