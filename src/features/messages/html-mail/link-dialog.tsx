import { Button } from "#room/ui/button.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { copyText } from "#room/ui/copy-text.ts";
import { type MailLink, readLink } from "./mail-link.ts";
import styles from "./link-dialog.module.css";

export interface LinkDialogProps {
  link: MailLink;
  onClose(): void;
  onWriteTo(address: string): void;
}

export function LinkDialog({ link, onClose, onWriteTo }: LinkDialogProps) {
  const { kind, host, warnings } = readLink(link);
  const copy = () => void copyText(link.href, { title: "Address copied" });
  return (
    <Dialog
      onClose={onClose}
      title={
        kind === "web" ? `Open ${host}?` : kind === "mail" ? "Write to this address?" : "Telephone number"
      }
      actions={
        <>
          <Button look="quiet" onClick={copy}>
            Copy address
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          {kind === "web" ? (
            <a
              className={buttonClass(warnings.length > 0 ? "danger" : "primary")}
              href={link.href}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => setTimeout(onClose)}
            >
              Open in a new tab
            </a>
          ) : null}
          {kind === "mail" ? (
            <Button look="primary" onClick={() => onWriteTo(decodeURIComponent(host))}>
              Write a message
            </Button>
          ) : null}
        </>
      }
    >
      {warnings.map((warning) => (
        <Banner key={warning} tone="warn" title={warning} />
      ))}
      {link.text !== "" && link.text !== link.href ? (
        <p className="quiet">
          Link text: <q>{link.text}</q>
        </p>
      ) : null}
      <p className="quiet">Where it goes:</p>
      <p className={styles.address}>
        <TrueAddress href={link.href} host={kind === "web" ? host : ""} />
      </p>
      {kind === "web" ? (
        <p className="quiet">
          The site will know that you opened the link, and nothing else about this console.
        </p>
      ) : null}
    </Dialog>
  );
}

/** The whole address with the host in bold, since the host alone says where it leads. */
function TrueAddress({ href, host }: { href: string; host: string }) {
  const at = host === "" ? -1 : href.indexOf(host, href.indexOf("//"));
  if (at < 0) return <code>{href}</code>;
  return (
    <code>
      {href.slice(0, at)}
      <strong>{host}</strong>
      {href.slice(at + host.length)}
    </code>
  );
}
