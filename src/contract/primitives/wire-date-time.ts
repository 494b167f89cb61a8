import * as z from "zod/mini";
import { rule } from "./rule.ts";

const dateTime = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,7}))?(Z|[+-]\d{2}:\d{2})?$/;
const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/;
const unset = "0001-01-01";
/** As clients of older ServiceStack editions write it: milliseconds since 1970, UTC. The offset says only where. */
const dotNet = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/;

/** Whether the calendar has that day. Years are 1 to 9999. */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  if (year < 1 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}

function isoOfDotNet(text: string): string | undefined {
  const date = new Date(Number(dotNet.exec(text)?.[1]));
  // Years outside 1 to 9999 have a sign and six digits.
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function isoParts(text: string) {
  const match = dateTime.exec(text);
  if (!match) return undefined;
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.map(Number);
  if (!isCalendarDate(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  const offset = match[8];
  if (offset && (Number(offset.slice(1, 3)) > 14 || Number(offset.slice(4)) > 59)) return undefined;
  return { seconds: text.slice(0, 19), fraction: match[7] ?? "", offset };
}

function partsOf(text: string) {
  return isoParts(text) ?? isoParts(isoOfDotNet(text) ?? "");
}

const plainDate = String.raw`(?!0000)\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`;
const plainTime = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,7})?`;
/** Matches every date-time except February 29 and those with an offset, in one native pass. */
const plain = new RegExp(`^${plainDate}${plainTime}$`);
/** The same for a date with an optional time. */
const plainIso = new RegExp(`^${plainDate}(?:${plainTime})?$`);

/**
 * Whether text is an ISO 8601 date-time with 0 to 7 fraction digits and an optional Z or offset. Not shown by the
 * interface: `/Date(1793610900000)/` is read, too.
 */
export function isWireDateTime(text: string): boolean {
  // The inbox validates 50,000 of these before it can show its rows.
  return plain.test(text) || partsOf(text) !== undefined;
}

/**
 * The canonical form: `yyyy-MM-ddTHH:mm:ss.fffffff`, no offset. An offset is converted to UTC. Works on the
 * text, because a JavaScript Date loses digits. Undefined when it is not a date-time.
 */
export function canonicalDateTime(text: string): string | undefined {
  const parts = partsOf(text);
  if (!parts) return undefined;
  const fraction = parts.fraction.padEnd(7, "0");
  if (parts.offset === undefined) return `${parts.seconds}.${fraction}`;
  const utc = new Date(`${parts.seconds}${parts.offset}`);
  // Only years 1 and 9999 can leave the range through an offset; they stay as written.
  const year = utc.getUTCFullYear();
  if (year < 1 || year > 9999) return `${parts.seconds}.${fraction}`;
  return `${utc.toISOString().slice(0, 19)}.${fraction}`;
}

/** The wire form of an instant. Digits beyond milliseconds are zeros. */
export function wireDateTimeOf(date: Date): string {
  return `${date.toISOString().slice(0, 23)}0000`;
}

/** The instant, UTC without an offset. Undefined when absent, unset (year 1) or not a date-time. */
export function dateOfWire(text: string | null | undefined): Date | undefined {
  const canonical = canonicalDateTime(text ?? "");
  if (canonical === undefined || canonical.startsWith(unset)) return undefined;
  return new Date(`${canonical.slice(0, 23)}Z`);
}

/** The same in milliseconds since 1970. */
export function instantOfWire(text: string | null | undefined): number | undefined {
  return dateOfWire(text)?.getTime();
}

/** A wire instant in milliseconds; 0 when there is none. */
export function msOf(wire: string | null | undefined): number {
  return instantOfWire(wire) ?? 0;
}

/** Whether text is an ISO date, or a date-time in the wire's form. */
export function isIsoDate(text: string): boolean {
  if (plainIso.test(text)) return true;
  const match = dateOnly.exec(text);
  if (match) return isCalendarDate(Number(match[1]), Number(match[2]), Number(match[3]));
  return isoParts(text) !== undefined;
}

/** The date part (`yyyy-MM-dd`) as written, ignoring time and offset; undefined when absent or unset. */
export function calendarDateOf(text: string | null | undefined): string | undefined {
  const day = text?.slice(0, 10);
  return isIsoDate(text ?? "") && day !== unset ? day : undefined;
}

const dateTimeFault = {
  code: "InvalidDate",
  message: "must be a date and time, as 2026-11-02T09:15:00",
} as const;
const dateFault = {
  code: "InvalidDate",
  message: "must be a date, as 2026-11-02, or a date and time",
} as const;

/** A Datetime of the interface: text, kept as received. Empty counts as absent. */
export const wireDateTime = z
  .string()
  .check(rule((value) => value === "" || isWireDateTime(value), dateTimeFault));

/** Not shown by the interface: createdOn and svcDate are an ISO date or date-time, kept verbatim. */
export const isoDate = z.string().check(rule((value) => value === "" || isIsoDate(value), dateFault));
