export const monthNames = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
];
export const weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** A time of day after a date, with optional seconds, AM or PM, Z or an offset. Validated, then dropped. */
export const timeOfDay =
  /^(\d{1,2}):([0-5]\d)(?::[0-5]\d(?:\.\d{1,7})?)?(?: ?([ap])\.?m\.?)?(?: ?(?:z|utc|gmt)| ?[+-](?:0\d|1[0-4]):?[0-5]\d)?$/;

const month = String.raw`(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const dayOrdinal = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const anyYear = String.raw`'?(?<year>\d{4}|\d{2})`;
const gap = String.raw`(?: ?[-/,.] ?| )`;
const weekday = String.raw`(?:(?<weekday>sun|mon|tue|wed|thu|fri|sat)(?:s?day|nesday|rsday|urday|s|rs?)?[.,]?,? )?`;

/** Month before day, as written in the United States; four digits first are a year. */
export const writtenStyles = [
  String.raw`(?<month>\d{1,2})(?<mark> ?[-/.] ?| )(?<day>\d{1,2})\k<mark>${anyYear}`,
  String.raw`(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})`,
  String.raw`(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)`,
  String.raw`(?<month>0[1-9]|1[0-2])(?<day>\d\d)(?<year>\d{4}|\d{2})`,
  String.raw`${weekday}${dayOrdinal}(?:${gap}|(?=[a-z]))(?:of )?${month}(?:${gap}|(?<=[a-z])(?=\d))${anyYear}`,
  String.raw`${weekday}${month}(?:${gap}|(?<=[a-z])(?=\d))${dayOrdinal}(?:${gap}${anyYear}|, ?'?(?<late>\d{4}))`,
  String.raw`(?<year>\d{4})${gap}${month}${gap}${dayOrdinal}`,
].map((style) => new RegExp(`^${style}$`));

export const withoutYear = [
  String.raw`\d{1,2} ?[-/] ?\d{1,2}`,
  `${dayOrdinal}${gap}?${month}`,
  `${month}${gap}?${dayOrdinal}`,
].map((style) => new RegExp(`^${style}$`));
