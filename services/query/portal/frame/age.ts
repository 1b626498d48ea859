/** How long ago something was, such as "12 minutes ago". Servers and browsers write it alike. */
export function ageText(ageMs: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const minutes = Math.floor(ageMs / 60_000);
  if (minutes < 90) return format.format(-Math.max(0, minutes), "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 36 ? format.format(-hours, "hour") : format.format(-Math.floor(hours / 24), "day");
}
