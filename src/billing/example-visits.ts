import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import type { DraftCharge, DraftDiagnosis, DraftEvent } from "./draft-event.ts";
import type { ExampleSources } from "./example-sources.ts";

const usd = (amount: number) => ({ currency: "USD", amount });

interface LinePlan {
  readonly cpt: string;
  readonly modifier?: readonly string[];
  readonly quantity?: number;
  readonly charge: number;
  readonly paid?: number;
  readonly arAmount?: number;
  readonly dx: readonly DraftDiagnosis[];
}

/** The parts shared by the three examples: one clinic, two providers, one payer. */
function clinic(sources: ExampleSources) {
  const id = () => guidFromUuid(sources.uuid());
  const { practiceId, providerId, payerId } = sources.of ?? {
    practiceId: id(),
    providerId: id(),
    payerId: id(),
  };
  const at = (time: string) => `${sources.today}T${time}.0000000`;
  const diagnosis = (icd10DiagCode: string, priority: number, snomed: string): DraftDiagnosis => ({
    icd10DiagCode,
    diagCodePk: id(),
    priority,
    snomed,
  });
  const line = ({
    cpt,
    modifier = [],
    quantity = 1,
    charge,
    paid = 0,
    arAmount,
    dx,
  }: LinePlan): DraftCharge => ({
    providerId,
    payerId,
    feeId: id(),
    cpt,
    modifier,
    quantity,
    charge: usd(charge),
    arAmount: usd(arAmount ?? Math.round((charge - paid) * 100) / 100),
    paid: usd(paid),
    indicatedBy: dx.map((row) => ({ ...row })),
    billtoPayer: true,
    billable: true,
  });
  const copay = (amount: number) => ({
    paymentId: id(),
    paymentType: "Card",
    payerId,
    amount: usd(amount),
    notes: "Copay at the front desk",
    paymentCategory: "Copay",
  });
  const log = (
    time: string,
    about: readonly [group: string, rule: string, status: string, message: string],
  ) => {
    const [ruleGroup, ruleName, status, message] = about;
    const logLevel = status === "Failed" ? "Error" : "Info";
    return { rulesLogId: id(), ruleGroup, ruleName, status, message, logLevel, createdDate: at(time) };
  };
  const covered = (time: string) =>
    log(time, ["Eligibility", "Coverage is active", "Passed", "The payer confirmed coverage on this date."]);
  const event = (time: string, visit: Partial<DraftEvent["visitCharged"]>, audit: DraftEvent["audit"]) => ({
    eventId: id(),
    isExample: true,
    visitCharged: {
      visitId: id(),
      practiceId,
      version: "1",
      createdId: "rules-engine",
      createdUserNumber: 1,
      createdOn: at(time),
      wcDocFlag: false,
      authNumberFlag: false,
      ...visit,
    },
    audit,
  });
  return { event, diagnosis, line, copay, covered, log };
}

const clear = {
  manualReviewNeeded: false,
  stopProcessing: false,
  canAutoCharge: true,
  canAutoCode: true,
  finalStatus: "Clear",
  withholdReason: "",
};

export function clearVisit(sources: ExampleSources): DraftEvent {
  const { event, diagnosis, line, copay, covered, log } = clinic(sources);
  const throat = diagnosis("J02.0", 1, "43878008");
  const fever = diagnosis("R50.9", 2, "386661006");
  return event(
    "09:12:00",
    {
      charges: [
        line({ cpt: "99213", modifier: ["25"], charge: 142.5, paid: 30, dx: [throat, fever] }),
        line({ cpt: "87880", modifier: ["QW"], charge: 24.5, dx: [throat] }),
        line({ cpt: "J1100", quantity: 4, charge: 18, dx: [throat] }),
      ],
      diagnosis: [throat, fever],
      payments: [copay(30)],
    },
    {
      rulesLogs: [
        covered("09:14:01"),
        log("09:14:02", ["Coding", "Each line has a diagnosis", "Passed", "3 of 3 lines are linked."]),
        log("09:14:02", ["Coding", "Evaluation has modifier 25", "Passed", "99213 carries 25."]),
      ],
      ...clear,
    },
  );
}

export function withheldVisit(sources: ExampleSources): DraftEvent {
  const { event, diagnosis, line, copay, covered, log } = clinic(sources);
  const ankle = diagnosis("S93.401A", 1, "44465007");
  const fall = diagnosis("W18.30XA", 2, "217082002");
  return event(
    "10:26:00",
    {
      charges: [
        line({ cpt: "99204", charge: 228, paid: 40, dx: [ankle, fall] }),
        line({ cpt: "73610", modifier: ["RT"], charge: 96.4, dx: [ankle] }),
        line({ cpt: "29515", modifier: ["RT"], charge: 118, dx: [ankle] }),
      ],
      diagnosis: [ankle, fall],
      payments: [copay(40)],
      wcDocFlag: true,
    },
    {
      rulesLogs: [
        covered("10:31:10"),
        log("10:31:11", [
          "Worker's comp",
          "First report of injury is on file",
          "Failed",
          "The visit is marked as worker's comp, and no first report of injury was found.",
        ]),
        log("10:31:11", [
          "Coding",
          "Evaluation has modifier 25",
          "Failed",
          "99204 with 29515 has no modifier 25.",
        ]),
      ],
      manualReviewNeeded: true,
      stopProcessing: false,
      canAutoCharge: false,
      canAutoCode: true,
      finalStatus: "Withheld",
      withholdReason: "Worker's comp papers missing",
    },
  );
}

export function faultyVisit(sources: ExampleSources): DraftEvent {
  const { event, diagnosis, line, log } = clinic(sources);
  const cut = diagnosis("S61.412A", 1, "283545005");
  const twice = diagnosis("S61.412A", 2, "283545005");
  const gone = diagnosis("Z23", 3, "33879002");
  return event(
    "11:40:00",
    {
      charges: [
        line({ cpt: "12001", charge: 310, arAmount: 301, dx: [cut] }),
        line({ cpt: "90715", quantity: 0, charge: 64.2, dx: [gone] }),
        line({ cpt: "90471", modifier: ["59", "59"], charge: 38, dx: [cut] }),
      ],
      diagnosis: [cut, twice],
      payments: [],
    },
    {
      rulesLogs: [log("11:44:30", ["Coding", "Units are given", "Failed", "90715 has 0 units."])],
      ...clear,
    },
  );
}
