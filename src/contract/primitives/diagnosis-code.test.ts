import { describe, expect, it } from "vitest";
import { bareDiagnosisCode, codeSystemOf, codeSystemOn, dottedDiagnosisCode } from "./diagnosis-code.ts";

describe("the name of a code system", () => {
  it.each([
    "ICD-10-CM",
    "icd-10",
    "ICD10",
    "I10",
    "ICD10CM",
    "10",
    "ICD 10 CM",
    "icd-10-cm ",
    "http://hl7.org/fhir/sid/icd-10-cm",
    "2.16.840.1.113883.6.90",
  ])("reads %s as ICD-10-CM", (name) => expect(codeSystemOf(name)).toBe("ICD-10-CM"));

  it.each(["ICD-9-CM", "ICD9", "icd-9", "I9", "9", "ICD9CM", "2.16.840.1.113883.6.103"])(
    "reads %s as ICD-9-CM",
    (name) => expect(codeSystemOf(name)).toBe("ICD-9-CM"),
  );

  it.each(["SNOMED", "ICD-11", "CPT", "ICD-10-PCS", "", "I", "109"])("knows no system %j", (name) =>
    expect(codeSystemOf(name)).toBeUndefined(),
  );

  it("changes with the day of service", () => {
    expect(codeSystemOn("2015-09-30")).toBe("ICD-9-CM");
    expect(codeSystemOn("2015-10-01")).toBe("ICD-10-CM");
  });
});

describe("the form of a code", () => {
  it.each([
    "E1.19",
    "E",
    "E1",
    "11.9",
    "E119.",
    "NONSENSE",
    "HELLO",
    "E11.9é",
    "ı10",
    "S72.001AB",
    "E11..9",
    "E11,9",
    "",
  ])("%j cannot be an ICD-10-CM code", (text) =>
    expect(bareDiagnosisCode(text, "ICD-10-CM")).toBeUndefined(),
  );

  it.each(["25.000", "E11.9", "E81.20", "V7.00", "2500000", "A01", "25"])(
    "%j cannot be an ICD-9-CM code",
    (text) => expect(bareDiagnosisCode(text, "ICD-9-CM")).toBeUndefined(),
  );

  it.each([
    ["e11.9", "E119", "E11.9"],
    [" E11 9 ", "E119", "E11.9"],
    ["s72001a", "S72001A", "S72.001A"],
    ["I10", "I10", "I10"],
    ["c4a", "C4A", "C4A"],
    ["QA0.0101", "QA00101", "QA0.0101"],
  ])("reads the ICD-10-CM code %j", (text, bare, dotted) => {
    expect(bareDiagnosisCode(text, "ICD-10-CM")).toBe(bare);
    expect(dottedDiagnosisCode(bare, "ICD-10-CM")).toBe(dotted);
  });

  it.each([
    ["25000", "25000", "250.00"],
    ["v700", "V700", "V70.0"],
    ["e812.0", "E8120", "E812.0"],
    ["E8120", "E8120", "E812.0"],
    ["0010", "0010", "001.0"],
    ["462", "462", "462"],
  ])("reads the ICD-9-CM code %j", (text, bare, dotted) => {
    expect(bareDiagnosisCode(text, "ICD-9-CM")).toBe(bare);
    expect(dottedDiagnosisCode(bare, "ICD-9-CM")).toBe(dotted);
  });
});
