import { showInstant } from "#room/api/show-instant.ts";
import { Failed } from "#room/features/admin/keys/key-dialogs.tsx";
import { useChange } from "#room/features/admin/use-change.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import styles from "./people.module.css";

/** After a restore: who was disabled since the backup can sign in again, until somebody has looked. */
export function RestoredNotice({ at }: { readonly at: string }) {
  const confirm = useChange("confirmRestored");
  return (
    <>
      <Banner
        tone="warn"
        className={styles.notice ?? ""}
        title={`A backup was restored on ${showInstant(at)}`}
        actions={
          <Button isBusy={confirm.isPending} onClick={() => confirm.mutate({})}>
            I’ve looked through everybody
          </Button>
        }
      >
        Everyone marked “Made before the restore” is as the backup had them: who was disabled or limited since
        can do again what they could then. Disable or limit them again.
      </Banner>
      <Failed error={confirm.error} />
    </>
  );
}
