const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const DAY_MS = 24 * 60 * 60 * 1000;
/** Eight years, because two leap days can be eight years apart. */
const LONGEST_SEARCH_DAYS = 8 * 366 + 1;

/**
 * AWS's cron with six fields (minute, hour, day of month, month, day of week from 1 = SUN, year) in UTC, without `L`,
 * `W` and `#`.
 * @returns a function that finds the first due time after an instant; null if none comes within eight years
 */
export function cron(text: string): (after: Date) => Date | null {
  const fields = text.trim().split(/\s+/);
  const [minute = "", hour = "", dayOfMonth = "", month = "", dayOfWeek = "", year = ""] = fields;
  if (fields.length !== 6) throw new Error(`cron(${text}) needs six fields, like AWS's cron.`);
  if ((dayOfMonth === "?") === (dayOfWeek === "?")) {
    throw new Error(`cron(${text}) needs "?" in exactly one of day-of-month and day-of-week.`);
  }
  const minutes = [...numbers(minute, 0, 59)].sort((a, b) => a - b);
  const hours = [...numbers(hour, 0, 23)].sort((a, b) => a - b);
  const months = numbers(month, 1, 12, MONTHS);
  const years = numbers(year, 1970, 2199);
  const days = dayOfMonth === "?" ? numbers(dayOfWeek, 1, 7, DAYS) : numbers(dayOfMonth, 1, 31);
  const dayFits = (day: Date) => days.has(dayOfMonth === "?" ? day.getUTCDay() + 1 : day.getUTCDate());

  return (after) => {
    const firstDay = Math.floor(after.getTime() / DAY_MS) * DAY_MS;
    for (let offset = 0; offset < LONGEST_SEARCH_DAYS; offset += 1) {
      const day = new Date(firstDay + offset * DAY_MS);
      if (!years.has(day.getUTCFullYear()) || !months.has(day.getUTCMonth() + 1) || !dayFits(day)) continue;
      for (const h of hours) {
        for (const m of minutes) {
          const at = day.getTime() + (h * 60 + m) * 60_000;
          if (at > after.getTime()) return new Date(at);
        }
      }
    }
    return null;
  };
}

/** `*`, `5`, `1-5`, `MON-FRI`, `0/15`, `1,3` and lists of them. */
function numbers(field: string, low: number, high: number, names: readonly string[] = []): Set<number> {
  const numberOf = (text: string): number => {
    const named = names.indexOf(text.toUpperCase());
    const value = named >= 0 ? named + low : Number(text);
    if (text === "" || !Number.isInteger(value) || value < low || value > high) {
      throw new Error(`"${text}" in the cron field "${field}" is not between ${low} and ${high}.`);
    }
    return value;
  };
  const found = new Set<number>();
  for (const part of field.split(",")) {
    const [range = "", step] = part.split("/");
    const [from = "", to] = range === "*" ? [String(low), String(high)] : range.split("-");
    const first = numberOf(from);
    const last = to === undefined ? (step === undefined ? first : high) : numberOf(to);
    const by = step === undefined ? 1 : Number(step);
    if (!Number.isInteger(by) || by < 1)
      throw new Error(`The step in the cron field "${field}" is not a whole number of 1 or more.`);
    // FRI-MON spans the end of the week.
    const span = last < first ? last + (high - low + 1) : last;
    for (let value = first; value <= span; value += by) {
      found.add(value > high ? value - (high - low + 1) : value);
    }
  }
  return found;
}
