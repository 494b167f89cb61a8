import { operationQuery } from "#room/api/operation-query.ts";
import { useRead } from "#room/api/use-read.ts";
import { Fetched } from "#room/ui/fetched.tsx";
import { Page } from "#room/ui/page.tsx";
import { ClinicForm } from "./clinic-form.tsx";
import { LettersSection } from "./letters-form.tsx";
import { MailSection } from "./mail-form.tsx";
import styles from "./clinic.module.css";

/** What the clinic's papers say of it. */
export function ClinicPage() {
  const read = useRead(operationQuery("getClinic", {}));
  return (
    <Page title="Clinic">
      <div className={styles.page}>
        <Fetched {...read} loading="Loading the clinic…">
          {(answer) => <ClinicForm answer={answer} />}
        </Fetched>
        <LettersSection />
        <MailSection />
      </div>
    </Page>
  );
}
