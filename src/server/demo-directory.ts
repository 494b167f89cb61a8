import {
  demoId,
  demoPayer as payer,
  demoPractice as practice,
  demoProvider as provider,
} from "#room/billing/demo-ids.ts";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import type { Store } from "./store/store.ts";

const people: readonly DirectoryEntry[] = [
  {
    kind: "practice",
    id: practice(1),
    name: "Harbor Street Urgent Care",
    shortName: "Harbor St",
    npi: "1555123409",
  },
  {
    kind: "practice",
    id: practice(2),
    name: "Northgate Urgent Care",
    shortName: "Northgate",
    npi: "1555123417",
  },
  { kind: "provider", id: provider(0), name: "Dana Reyes, MD", shortName: "Reyes", npi: "1555123425" },
  { kind: "provider", id: provider(1), name: "Sam Okafor, PA-C", shortName: "Okafor", npi: "1555123433" },
  { kind: "provider", id: provider(2), name: "Lee Marsh, NP", shortName: "Marsh", npi: "1555123441" },
  { kind: "payer", id: payer(0), name: "Lakeside Mutual", shortName: "Lakeside" },
  { kind: "payer", id: payer(1), name: "Blue Ridge Health Plan", shortName: "Blue Ridge" },
  { kind: "payer", id: payer(2), name: "Prairie Workers’ Comp", shortName: "Prairie WC" },
  { kind: "payer", id: payer(3), name: "Medicare (made up)", shortName: "Medicare" },
];

/** Codes in the clinic's own words, with their prices. Contains none of the AMA's texts. */
const prices = [
  ["99203", "n3", "New patient, low complexity", 165],
  ["99204", "n4", "New patient, moderate complexity", 228],
  ["99213", "k3", "Established patient, low complexity", 128],
  ["99214", "k4", "Established patient, moderate complexity", 182.5],
  ["12001", "wound", "Simple wound repair", 210],
  ["71046", "chest", "Chest X-ray, two views", 88.75],
  ["87880", "strep", "Rapid strep test", 24.5],
  ["J1100", "dexa", "Dexamethasone, 1 mg", 4.5],
  ["73610", "ankle", "Ankle X-ray", 96.4],
  ["29515", "cast", "Lower leg splint applied", 118],
  ["A4570", "splint", "Splint", 18],
] as const;

const feeOf = (
  index: number,
  amount: number,
  rest: { code: string; name: string } & Partial<DirectoryEntry>,
): DirectoryEntry => ({
  id: demoId("fee", index),
  amount: { currency: "USD", amount },
  activeFrom: "2024-01-01",
  ...rest,
  kind: "fee",
});

const fees: readonly DirectoryEntry[] = [
  ...prices.map(([code, shortName, name, amount], index) => feeOf(index, amount, { code, shortName, name })),
  feeOf(49, 142.5, {
    code: "99213",
    modifiers: ["25"],
    shortName: "k3+",
    name: "Established patient, with a procedure",
  }),
  feeOf(50, 141, { code: "99213", name: "Established patient, low complexity", payerId: payer(2) }),
];

const clinic = {
  name: "Harbor Street Urgent Care (made up)",
  address: "12 Harbor Street\nEastgate, MA 02110",
  phone: "(617) 555-0134",
  taxId: "04-1234567",
};

/** Names and fees for the demo's visits; one provider and one payer are left unnamed on purpose. */
export async function seedDemoDirectory(store: Store): Promise<void> {
  await store.directory.save({ entries: [...people, ...fees], removed: [] }, { after: 0 });
  await store.clinic.save(clinic, { after: 0 });
}
