import { expect, test } from "vitest";
import { recognise } from "./recognise.ts";

test("plain words are nothing in particular", () => {
  expect(recognise("retry all")).toEqual([]);
  expect(recognise("")).toEqual([]);
  expect(recognise("8f3c19a2")).toEqual([]);
});

test("any spelling of a GUID becomes the wire's", () => {
  const value = "41d0aa0077e341d0aa0077e341d0aa00";
  for (const typed of [value, value.toUpperCase(), "{41d0aa00-77e3-41d0-aa00-77e341d0aa00}"]) {
    expect(recognise(` ${typed} `)).toEqual([{ kind: "guid", value }]);
  }
});

test("a diagnosis code is recognised with and without its dot", () => {
  expect(recognise("j029")).toEqual([{ kind: "diagnosis", value: "J02.9", system: "ICD-10-CM" }]);
  expect(recognise("S61.412A")).toEqual([{ kind: "diagnosis", value: "S61.412A", system: "ICD-10-CM" }]);
  expect(recognise("qa00109")).toEqual([{ kind: "diagnosis", value: "QA0.0109", system: "ICD-10-CM" }]);
  expect(recognise("e812.0")).toEqual([{ kind: "diagnosis", value: "E812.0", system: "ICD-9-CM" }]);
  expect(recognise("462.0")).toEqual([{ kind: "diagnosis", value: "462.0", system: "ICD-9-CM" }]);
});

test("a text that fits two kinds is offered as both", () => {
  expect(recognise("A0425").map((each) => each.kind)).toEqual(["diagnosis", "procedure"]);
  expect(recognise("99213").map((each) => each.kind)).toEqual(["procedure"]);
});

test("a modifier is recognised by its name", () => {
  expect(recognise("modifier 25")).toEqual([{ kind: "modifier", value: "25" }]);
});
