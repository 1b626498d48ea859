import { instantOf } from "../../dataset/period.ts";
import type { Json } from "../components/json.ts";
import { isTimeMember, Value } from "../components/members.tsx";
import { Provided } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";

interface Compared {
  /** The member that has it. */
  readonly name: string;
  readonly value: Json;
  /** The value beside it. */
  readonly other: Json | undefined;
  readonly locale: Locale;
}

/** One of two values that differ. Times that people would read as the same are shown as they were sent. */
export function ComparedValue({ name, value, other, locale }: Compared) {
  const asSent = isTimeMember(name) && typeof value === "string" && typeof other === "string";
  if (asSent && timeText(value, locale) === timeText(other, locale)) return <Provided text={value} />;
  return <Value name={name} value={value} locale={locale} />;
}

/** Undefined for a text that is no time. */
function timeText(text: string, locale: Locale): string | undefined {
  const instant = instantOf(text);
  return instant && locale.time(instant);
}
