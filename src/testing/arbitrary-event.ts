import * as fc from "fast-check";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import {
  record,
  anyText,
  arbitraryGuid,
  oddNumber,
  moneyIn,
  wireDateTime,
  isoDate,
} from "./arbitrary-values.ts";

const anyCode = anyText.map((text) => text.replaceAll(/\p{C}/gu, ""));

const diagnosis = record(
  {},
  {
    icd9DiagCode: fc.oneof(fc.constantFrom("250.00", "V70.0", ""), anyCode),
    icd10DiagCode: fc.oneof(fc.constantFrom("E11.9", "J02.9", "S93.401A", ""), anyCode),
    diagCodePk: arbitraryGuid,
    priority: fc.oneof(fc.integer({ min: 1, max: 12 }), oddNumber),
    snomed: anyCode,
  },
);

function eventIn(currency: string) {
  const money = moneyIn(currency);
  const charge = record(
    {
      cpt: anyCode.filter((text) => text.trim() !== ""),
      quantity: fc.oneof(
        fc.integer({ min: 1, max: 20 }),
        oddNumber.filter((value) => value > 0),
      ),
      charge: money,
    },
    {
      providerId: arbitraryGuid,
      payerId: arbitraryGuid,
      feeId: arbitraryGuid,
      modifier: fc.array(fc.oneof(fc.constantFrom("25", "59", "RT"), anyCode), { maxLength: 4 }),
      arAmount: money,
      paid: money,
      indicatedBy: fc.array(diagnosis, { maxLength: 3 }),
      billtoPayer: fc.boolean(),
      billable: fc.boolean(),
    },
  );
  const payment = record(
    {},
    {
      paymentId: arbitraryGuid,
      paymentType: anyCode,
      payerId: arbitraryGuid,
      amount: money,
      notes: anyText,
      paymentCategory: anyCode,
    },
  );
  const rulesLog = record(
    {},
    {
      rulesLogId: arbitraryGuid,
      ruleGroup: anyText,
      ruleName: anyText,
      status: anyText,
      message: anyText,
      logLevel: anyText,
      createdDate: wireDateTime,
    },
  );
  const visitCharged = record(
    {
      visitId: arbitraryGuid,
      practiceId: arbitraryGuid,
      charges: fc.array(charge, { minLength: 1, maxLength: 5 }),
    },
    {
      version: anyText,
      diagnosis: fc.array(diagnosis, { maxLength: 4 }),
      payments: fc.array(payment, { maxLength: 3 }),
      createdId: anyText,
      createdUserNumber: oddNumber,
      createdOn: isoDate,
      wcDocFlag: fc.boolean(),
      authNumberFlag: fc.boolean(),
    },
  );
  const audit = record(
    {},
    {
      rulesLogs: fc.array(rulesLog, { maxLength: 3 }),
      manualReviewNeeded: fc.boolean(),
      stopProcessing: fc.boolean(),
      canAutoCharge: fc.boolean(),
      canAutoCode: fc.boolean(),
      finalStatus: anyText,
      withholdReason: anyText,
    },
  );
  return record({ eventId: arbitraryGuid, visitCharged, audit }, {});
}

/** Any valid AutoChargedEvent. auto-charged-event.test.ts keeps the cast true by parsing the output. */
export const arbitraryEvent: fc.Arbitrary<AutoChargedEvent> = fc
  .constantFrom("USD", "EUR", "JPY", "KWD")
  .chain(eventIn)
  .map((event) => event as AutoChargedEvent);
