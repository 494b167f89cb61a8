import { type ChangeEvent, useId } from "react";
import type { KeptAttachment } from "#room/workspace/messages/message-record.ts";
import { checkContent } from "#room/features/messages/attachments/check-content.ts";
import { checkFileName } from "#room/features/messages/attachments/check-file-name.ts";
import { formatSize } from "#room/ui/formats.ts";
import type { Budget } from "#room/features/messages/attachments/attachment-budget.ts";
import { buttonClass } from "#room/ui/button-class.ts";
import { classNames } from "#room/ui/class-names.ts";
import { IconButton } from "#room/ui/icon-button.tsx";
import { AttachIcon, CrossIcon } from "#room/ui/page-icons.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import type { Files } from "./use-attachments.ts";
import styles from "./composer.module.css";

interface AttachmentTrayProps {
  readonly attachments: readonly KeptAttachment[];
  readonly files: Files;
  readonly budget: Budget;
}

export function AttachmentTray({ attachments, files, budget }: AttachmentTrayProps) {
  const share = Math.round((100 * budget.used) / budget.total);
  return (
    <div className={`row ${styles.tray}`}>
      <FilePicker onFiles={files.add} />
      {attachments.map((file) => (
        <KeptFile
          key={file.id}
          file={file}
          fault={budget.faults.find((one) => one.id === file.id)?.message}
          onRemove={() => files.remove(file.id)}
        />
      ))}
      {files.readings.map((reading) => (
        <div key={reading.key} className={styles.reading}>
          <ProgressBar
            label={`Reading ${reading.name}`}
            value={reading.share}
            detail={
              <button type="button" className="link" onClick={reading.stop}>
                Stop
              </button>
            }
          />
        </div>
      ))}
      {attachments.length > 0 ? (
        <span
          className={`quiet small nowrap ${styles.budget}`}
          data-tone={budget.faults.length > 0 ? "bad" : share > 80 ? "warn" : undefined}
        >
          {formatSize(budget.used)} of {formatSize(budget.total)} when sent
        </span>
      ) : null}
    </div>
  );
}

interface KeptFileProps {
  file: KeptAttachment;
  fault: string | undefined;
  onRemove(): void;
}

/** A file of the message, with any problem shown below its name. */
function KeptFile({ file, fault, onRemove }: KeptFileProps) {
  const names = checkFileName(file.fileName).map(
    (one) => `${one.message} Many recipients reject such files.`,
  );
  const findings = [...(fault === undefined ? [] : [fault]), ...checkContent(file), ...names];
  return (
    <div className={styles.file} data-tone={fault ? "bad" : findings.length > 0 ? "warn" : undefined}>
      <span className={`clip ${styles.fileName}`} title={file.fileName}>
        {file.fileName}
      </span>
      <span className="quiet small nowrap">{formatSize(file.size)}</span>
      <IconButton
        size="small"
        label={`Remove ${file.fileName}`}
        icon={<CrossIcon size={12} />}
        onClick={onRemove}
      />
      {findings.map((finding) => (
        <p key={finding} className={styles.fileFinding} role="status">
          {finding}
        </p>
      ))}
    </div>
  );
}

function FilePicker({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const id = useId();
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // So that the same file can be picked again after it was removed.
    event.target.value = "";
  };
  return (
    <span className={styles.picker}>
      <input id={id} type="file" multiple className="visually-hidden" onChange={onChange} />
      <label htmlFor={id} className={classNames(buttonClass("plain"), styles.pickerLabel)}>
        <AttachIcon size={14} /> Attach files
      </label>
    </span>
  );
}
