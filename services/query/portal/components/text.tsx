import type { ComponentChildren } from "preact";
import { webAddress } from "../../dataset/addresses.ts";
import { instantOf } from "../../dataset/period.ts";
import { textOf } from "../../dataset/text.ts";
import type { Locale } from "../frame/language.ts";

/** A provider's text. Its direction does not reach what stands beside it, and it is never more than text. */
export function Provided({ text }: { text: string }) {
  return <bdi class="text">{textOf(text) ?? ""}</bdi>;
}

/** A link out of the catalogue. */
export function Outward({ address, children }: { address: string; children: ComponentChildren }) {
  return (
    <a href={address} rel="nofollow noopener">
      {children}
    </a>
  );
}

/** A longer address is no link: the page would have it twice. */
const MAX_LINK_LENGTH = 2_000;

/** A provider's text, as a link where it is an address. */
export function TextOrLink({ text }: { text: string }) {
  const address = text.length > MAX_LINK_LENGTH ? undefined : webAddress(text);
  const shown = <Provided text={text} />;
  return address === undefined ? shown : <Outward address={address}>{shown}</Outward>;
}

/** An instant as people read it; a text that is none as it stands. */
export function Time({ text, locale }: { text: string; locale: Locale }) {
  const instant = instantOf(text);
  if (instant === undefined) return <Provided text={text} />;
  return <time datetime={instant}>{locale.time(instant)}</time>;
}
