import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { callOperation } from "#room/api/call-operation.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import {
  eventMember,
  type VisitNaming,
  visitNaming,
  visitNamings,
} from "#room/contract/schemas/visit-naming.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { atMost, formResolver } from "#room/features/forms/form-resolver.ts";
import { Select } from "#room/ui/select.tsx";
import { TextArea, TextField } from "#room/ui/text-field.tsx";
import { VersionedForm } from "./versioned-form.tsx";

const clinicForm = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, "Enter the clinic’s name."), atMost(200)),
    address: z.string().check(z.trim(), atMost(500)),
    phone: z.string().check(z.trim(), atMost(50)),
    taxId: z.string().check(z.trim(), atMost(50)),
    visitNaming,
    visitMember: z.string().check(z.trim(), atMost(100)),
  })
  .check((context) => {
    const { visitNaming: naming, visitMember } = context.value;
    const isNamed = eventMember.safeParse(visitMember).success && visitMember !== "";
    if (naming === "member" && !isNamed)
      context.issues.push({
        code: "custom",
        path: ["visitMember"],
        input: visitMember,
        message: "Enter the field’s path, such as visitCharged.accountNumber.",
      });
  });

const namingWords: Readonly<Record<VisitNaming, string>> = {
  id: "The ID’s first and last four digits",
  "last-four": "The ID’s last four digits",
  invoice: "The invoice number (the ID until there is one)",
  practice: "The practice and the time the visit arrived",
  member: "A field that the rules engine adds, such as an account number",
};

type Answer = ResponseOf<"getClinic">;

function valuesOf({ clinic }: Answer) {
  const { name, address, phone, taxId, visitNaming: naming, visitMember } = clinic;
  return {
    name: name ?? "",
    address: address ?? "",
    phone: phone ?? "",
    taxId: taxId ?? "",
    visitNaming: naming ?? ("id" as const),
    visitMember: visitMember ?? "",
  };
}

/** The head of the clinic's papers; what is typed stays when somebody else saved first. */
export function ClinicForm({ answer }: { readonly answer: Answer }) {
  const form = useForm({ defaultValues: valuesOf(answer), resolver: formResolver(clinicForm) });
  const naming = useWatch({ control: form.control, name: "visitNaming" });
  return (
    <VersionedForm
      {...{ form, answer, valuesOf }}
      query={operationQuery("getClinic", {})}
      changed="ClinicChanged"
      alsoChanged={["listVisits", "getVisit"]}
      save={(version, values) => {
        const visitMember = values.visitNaming === "member" ? values.visitMember : "";
        return callOperation("saveClinic", { version, clinic: { ...values, visitMember } });
      }}
      label="Save"
      look="primary"
    >
      <p className="lead">Printed at the head of invoices and day sheets.</p>
      <TextField label="Clinic’s name" autoComplete="organization" {...fieldOf(form, "name")} />
      <TextArea
        label="Address"
        rows={3}
        autoComplete="street-address"
        hint="As on an envelope, without the name"
        {...fieldOf(form, "address")}
      />
      <TextField label="Phone" autoComplete="tel" {...fieldOf(form, "phone")} />
      <TextField
        label="Tax ID"
        autoComplete="off"
        hint="EIN, such as 04-1234567"
        {...fieldOf(form, "taxId")}
      />
      <Select
        label="A visit is shown by"
        hint="In lists, headings and the palette"
        {...form.register("visitNaming")}
        options={visitNamings.map((each) => [each, namingWords[each]] as const)}
      />
      {naming === "member" ? (
        <TextField
          label="Field"
          autoComplete="off"
          spellCheck={false}
          hint="Its path in the event, such as visitCharged.accountNumber. Everybody who sees the visit sees it."
          {...fieldOf(form, "visitMember")}
        />
      ) : null}
    </VersionedForm>
  );
}
