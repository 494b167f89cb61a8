import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { callOperation } from "#room/api/call-operation.ts";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { mostNoticeMinutes } from "#room/contract/operations/mail-settings.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import styles from "./clinic.module.css";
import { VersionedForm } from "./versioned-form.tsx";
import { MailTest } from "./mail-test.tsx";
import { Page } from "#room/ui/page.tsx";
import { ClinicForm } from "./clinic-form.tsx";
import { LettersSection } from "./letters-form.tsx";

const isMinutes = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= mostNoticeMinutes;

const mailForm = z.object({
  asksForNotices: z.boolean(),
  noticeMinutes: z
    .string()
    .check(z.trim(), z.refine(isMinutes, "Enter whole minutes, from 1 to 10080 (a week).")),
});

type Settings = ResponseOf<"getMailSettings">;

const valuesOf = ({ asksForNotices, noticeMinutes }: Settings) => ({
  asksForNotices,
  noticeMinutes: String(noticeMinutes),
});

function MailForm({ settings }: { readonly settings: Settings }) {
  const form = useForm({ defaultValues: valuesOf(settings), resolver: formResolver(mailForm) });
  const asks = useWatch({ control: form.control, name: "asksForNotices" });
  return (
    <VersionedForm
      {...{ form, valuesOf }}
      answer={settings}
      query={operationQuery("getMailSettings", {})}
      changed="MailSettingsChanged"
      save={(version, { asksForNotices, noticeMinutes }) =>
        callOperation("saveMailSettings", { version, asksForNotices, noticeMinutes: Number(noticeMinutes) })
      }
      label="Save mail settings"
    >
      <Checkbox
        label="Ask recipients’ providers to say when a message is delivered"
        {...form.register("asksForNotices")}
      />
      <TextField
        label="Minutes to wait for an answer"
        inputMode="numeric"
        autoComplete="off"
        hint={asks ? "After that a delivery is shown as not known" : "Of messages that asked for one"}
        {...fieldOf(form, "noticeMinutes")}
      />
    </VersionedForm>
  );
}

const lookAgainMs = 3000;

function MailSection() {
  const read = useRead({
    ...operationQuery("getMailSettings", {}),
    refetchInterval: ({ state: { data } }) =>
      data?.test?.steps.some(({ state }) => state === "waiting") ? lookAgainMs : false,
  });
  return (
    <section className="stack" aria-labelledby="mail-elsewhere">
      <h2 id="mail-elsewhere">Mail to other domains</h2>
      <Fetched {...read} loading="Loading the mail settings…">
        {(settings) => (
          <>
            <MailForm settings={settings} />
            <MailTest settings={settings} />
          </>
        )}
      </Fetched>
    </section>
  );
}

export function ClinicPage() {
  const read = useRead(operationQuery("getClinic", {}));
  const { extensions } = useServiceConfig();
  return (
    <Page title="Clinic">
      <div className={styles.page}>
        <Fetched {...read} loading="Loading the clinic…">
          {(answer) => <ClinicForm answer={answer} />}
        </Fetched>
        {extensions.includes("getLetterWords") ? <LettersSection /> : null}
        {extensions.includes("getMailSettings") ? <MailSection /> : null}
      </div>
    </Page>
  );
}
