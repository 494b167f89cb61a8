import { useCallback } from "react";
import {
  type ReceivedAttachment,
  saveReceived,
} from "#room/features/messages/reading/received-attachment.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { formatCount, formatSize } from "#room/ui/formats.ts";
import { Spinner } from "#room/ui/spinner.tsx";
import { useAwaited } from "#room/ui/use-awaited.ts";
import { archivedDocuments, type ArchiveContent, type ArchivedDocument } from "./archived-documents.ts";
import styles from "./archive-view.module.css";
import { openArchive } from "./open-archive.ts";

export interface ArchiveViewProps {
  blob: Blob;
  /** The key of the file viewed last, whose button has the focus again. */
  viewed: string | undefined;
  onView(file: ReceivedAttachment): void;
}

type Opened = ArchiveContent | { fault: string };

async function opened(blob: Blob): Promise<Opened> {
  const archive = openArchive(new Uint8Array(await blob.arrayBuffer()));
  return "fault" in archive ? archive : archivedDocuments(archive.files);
}

export function ArchiveView({ blob, viewed, onView }: ArchiveViewProps) {
  const content = useAwaited(
    useCallback(() => opened(blob).catch((): Opened => ({ fault: "It could not be read." })), [blob]),
  );
  if (!content) return <Spinner />;
  if ("fault" in content)
    return (
      <Banner tone="warn" title="This archive can’t be opened here">
        {content.fault} Save it to open it elsewhere, or ask the sender to send the documents by themselves.
      </Banner>
    );
  const { documents, others } = content;
  if (documents.length === 0) return <p>There are no files in this archive.</p>;
  return (
    <>
      <Documents label="Documents" list={documents} viewed={viewed} onView={onView} />
      {others.length > 0 ? (
        <details open={others.some(({ file }) => file.key === viewed)}>
          <summary>Other files ({formatCount(others.length)})</summary>
          <Documents label="Other files" list={others} viewed={viewed} onView={onView} />
        </details>
      ) : null}
    </>
  );
}

interface DocumentsProps extends Pick<ArchiveViewProps, "viewed" | "onView"> {
  label: string;
  list: readonly ArchivedDocument[];
}

function Documents({ label, list, viewed, onView }: DocumentsProps) {
  return (
    <ul aria-label={label}>
      {list.map(({ title, type, file }) => (
        <li key={file.key} className={`row ${styles.document}`}>
          <div className="column">
            <div className={styles.title}>{title}</div>
            <div className="quiet small">
              {[type, file.type.label, formatSize(file.size), title === file.name ? "" : file.name]
                .filter(Boolean)
                .join(" · ")}
            </div>
            {file.warnings.map((warning) => (
              <div key={warning} className="warn small">
                {warning}
              </div>
            ))}
          </div>
          {/* An archive inside an archive is only saved. */}
          {file.type.preview === "none" || file.type.preview === "archive" ? null : (
            <Button
              size="small"
              aria-label={`View: ${title}`}
              // Back from it, the focus is where it was.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={file.key === viewed}
              onClick={() => onView(file)}
            >
              View
            </Button>
          )}
          <Button
            size="small"
            look="quiet"
            aria-label={`Save ${file.name}`}
            onClick={() => void saveReceived(file)}
          >
            Save
          </Button>
        </li>
      ))}
    </ul>
  );
}
