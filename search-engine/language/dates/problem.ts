/** Why a date, a format, a zone or a date calculation is invalid; `type` is Elasticsearch's name of the error. */
export class DateProblem extends Error {
  override readonly name = "DateProblem";
  readonly type: "parse_exception" | "illegal_argument_exception" | "date_time_exception" | "zone_rules_exception";

  constructor(type: DateProblem["type"], reason: string) {
    super(reason);
    this.type = type;
  }
}
