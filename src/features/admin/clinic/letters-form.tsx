import { useFieldArray, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { callOperation } from "#room/api/call-operation.ts";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import { letterFields, templatesOf, unknownFields } from "#room/billing/letters/letter-fields.ts";
import { mostTemplates } from "#room/contract/schemas/letter-words.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { atMost, formResolver } from "#room/features/forms/form-resolver.ts";
import { Button } from "#room/ui/button.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { TextArea, TextField } from "#room/ui/text-field.tsx";
import styles from "./clinic.module.css";
import { VersionedForm } from "./versioned-form.tsx";

const withFields = (max: number) =>
  z.string().check(
    atMost(max),
    z.refine((text) => unknownFields(text).length === 0, {
      error: ({ input }) => `“{${unknownFields(String(input))[0] ?? ""}}” isn’t one of the fields.`,
    }),
  );
const filled = (max: number) => z.string().check(z.trim(), z.minLength(1, "Enter it."), atMost(max));

const lettersForm = z.object({
  signature: withFields(2000),
  templates: z.array(
    z.object({
      name: filled(60),
      subject: filled(200).check(
        z.refine((text) => !/[{}]/.test(text), "No fields here: others may read a subject on its way."),
      ),
      text: withFields(5000).check(z.minLength(1, "Enter it.")),
    }),
  ),
});

type Answer = ResponseOf<"getLetterWords">;

const valuesOf = ({ words }: Answer) => ({ signature: words.signature, templates: templatesOf(words) });

function LettersForm({ answer }: { readonly answer: Answer }) {
  const form = useForm({ defaultValues: valuesOf(answer), resolver: formResolver(lettersForm) });
  const { errors } = form.formState;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "templates" });
  return (
    <VersionedForm
      {...{ form, answer, valuesOf }}
      query={operationQuery("getLetterWords", {})}
      changed="LetterWordsChanged"
      save={(version, words) => callOperation("saveLetterWords", { version, words })}
      label="Save letters"
    >
      <p className="lead">
        From a visit, Alt+L writes the first one to its provider; the palette has the others. Fields are
        filled in from the visit: {letterFields.map((field) => `{${field}}`).join(", ")}.
      </p>
      {fields.map((field, at) => (
        <fieldset key={field.id} className={`stack ${styles.template}`}>
          <legend>Template {at + 1}</legend>
          <TextField
            label="Template’s name"
            autoComplete="off"
            error={errors.templates?.[at]?.name?.message}
            {...form.register(`templates.${at}.name`)}
          />
          <TextField
            label="Subject"
            autoComplete="off"
            error={errors.templates?.[at]?.subject?.message}
            {...form.register(`templates.${at}.subject`)}
          />
          <TextArea
            label="Text"
            rows={7}
            error={errors.templates?.[at]?.text?.message}
            {...form.register(`templates.${at}.text`)}
          />
          <Button size="small" onClick={() => remove(at)}>
            Remove template {at + 1}
          </Button>
        </fieldset>
      ))}
      <Button
        size="small"
        disabled={fields.length >= mostTemplates}
        onClick={() => append({ name: "", subject: "", text: "" })}
      >
        Add a template
      </Button>
      <TextArea
        label="Signature"
        rows={4}
        hint="Under each of these letters"
        {...fieldOf(form, "signature")}
      />
    </VersionedForm>
  );
}

export function LettersSection() {
  const read = useRead(operationQuery("getLetterWords", {}));
  return (
    <section className="stack" aria-labelledby="letters">
      <h2 id="letters">Letters to providers</h2>
      <Fetched {...read} loading="Loading the letters…">
        {(answer) => <LettersForm answer={answer} />}
      </Fetched>
    </section>
  );
}
