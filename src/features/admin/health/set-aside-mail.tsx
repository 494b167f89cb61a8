import { useMutation } from "@tanstack/react-query";
import { useMay } from "#room/api/account.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { SetAsideLetter } from "#room/contract/operations/mail-settings.ts";
import { base64ToBlob } from "#room/features/messages/attachments/base64-to-blob.ts";
import { Button } from "#room/ui/button.tsx";
import { formatSize, formatToMinute } from "#room/ui/formats.ts";
import { saveBlob } from "#room/ui/save-blob.ts";
import { Table } from "#room/ui/table.tsx";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./health.module.css";

const outcomeWords: Readonly<Record<SetAsideLetter["outcome"], string>> = {
  "set aside": "Not delivered",
  "id reused": "Delivered and marked",
  repeated: "Delivered before",
};

/** Letters from elsewhere that were not simply delivered, for those who may save their originals. */
export function SetAsideMail() {
  const isOffered = useServiceConfig().extensions.includes("listSetAsideMail");
  return useMay("clinic") && isOffered ? <LetterTable /> : null;
}

function LetterTable() {
  const { data } = useRead(operationQuery("listSetAsideMail", {}));
  if (!data || data.letters.length === 0) return null;
  return (
    <section className={styles.letters} aria-labelledby="set-aside-mail">
      <h2 id="set-aside-mail">Incoming mail that needs a look</h2>
      <p>A letter that wasn’t delivered is kept as it came. Save it, and send it on to whoever it is for.</p>
      <Table
        look="framed"
        labelledBy="set-aside-mail"
        scrollLabel="Incoming mail that needs a look, table"
        heads={["When", "From", "Size", "What happened", "Original"]}
      >
        {data.letters.map((letter) => (
          <Letter key={letter.letterId} letter={letter} />
        ))}
      </Table>
    </section>
  );
}

function Letter({ letter }: { readonly letter: SetAsideLetter }) {
  const { letterId } = letter;
  const save = useMutation({
    mutationFn: async () => {
      const { base64 } = await callOperation("getSetAsideMail", { letterId });
      saveBlob(await base64ToBlob(base64, "message/rfc822"), `letter-${letterId}.eml`);
    },
    onError: (error) => {
      const { title, advice } = describeFailure(error);
      toast({ tone: "bad", title: `Nothing was saved: ${title}`, detail: advice, stays: 0 });
    },
  });
  const when = formatToMinute(new Date(`${letter.at.slice(0, 19)}Z`));
  return (
    <tr>
      <td>{when}</td>
      <td>{letter.sender || "not known"}</td>
      <td>{formatSize(letter.size)}</td>
      <td>
        {outcomeWords[letter.outcome]}: {letter.reason}
      </td>
      <td>
        {letter.hasOriginal ? (
          <Button
            isBusy={save.isPending}
            onClick={() => save.mutate()}
            aria-label={`Save the letter of ${when}`}
          >
            Save
          </Button>
        ) : null}
      </td>
    </tr>
  );
}
