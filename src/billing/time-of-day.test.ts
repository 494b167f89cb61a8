import { expect, it } from "vitest";
import { readTime } from "./time-of-day.ts";

it.each([
  ["9:15", "09:15"],
  ["915", "09:15"],
  ["9:15 pm", "21:15"],
  ["9p", "21:00"],
  ["12 am", "00:00"],
  ["12:30 PM", "12:30"],
  ["21:15:40", "21:15"],
  ["13 pm", undefined],
  ["25:00", undefined],
  ["9:75", undefined],
  ["noon", "12:00"],
  ["afternoon", undefined],
])("a time is read from %s as %s", (typed, time) => expect(readTime(typed)).toBe(time));
