import { useEffect, useRef, useState } from "react";
import { useNewest } from "#room/ui/use-newest.ts";
import { trustedShell } from "#room/features/messages/trusted-types.ts";
import { mountMail } from "./mail-document.ts";
import type { MailLink } from "./mail-link.ts";
import { linkMark } from "./mail-policy.ts";
import type { SafeMail } from "./sanitise-mail.ts";
import styles from "./mail-frame.module.css";

export interface MailFrameProps {
  mail: SafeMail;
  resolveImage(source: string): string | undefined;
  onLink(link: MailLink): void;
}

/**
 * The frame a message is shown in. Its sandbox allows no scripts, forms, popups or navigation. It allows the same
 * origin, because otherwise the page could not measure it or handle clicks on links; the message cannot exploit that,
 * as nothing in the frame can run. The alternative, a frame of opaque origin, would need real addresses in its links,
 * and a click would navigate the frame directly; in ours there is no address at all.
 */
export function MailFrame({ mail, resolveImage, onLink }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>();
  /** The frame reloads whenever it is put back into the document, such as after a lock, and is then empty. */
  const [loads, setLoads] = useState(0);
  const held = useNewest({ onLink, resolveImage });

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const onLoad = () => setLoads((before) => before + 1);
    element.addEventListener("load", onLoad);
    element.srcdoc = trustedShell();
    return () => element.removeEventListener("load", onLoad);
  }, []);

  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (loads === 0 || !inner) return undefined;
    const scheme = document.documentElement.dataset["theme"];
    mountMail(inner, mail, {
      resolveImage: (source) => held.current.resolveImage(source),
      scheme: scheme === "dark" || scheme === "light" ? scheme : undefined,
    });
    return listenInside(inner, {
      onLink: (index) => {
        const link = mail.links[index];
        if (link) held.current.onLink(link);
      },
      onHeight: setHeight,
    });
  }, [mail, loads, held]);

  return (
    <iframe
      ref={frame}
      title="Message"
      sandbox="allow-same-origin"
      referrerPolicy="no-referrer"
      className={styles.frame}
      style={{ height: height ?? 120 }}
      data-settling={height === undefined || undefined}
    />
  );
}

interface Inside {
  onLink(index: number): void;
  onHeight(height: number): void;
}

function linkAt(target: EventTarget | null): number | undefined {
  // An element of the frame is not an instance of this window's Element, so instanceof does not work.
  const node = target as Partial<Element> | null;
  const mark = node?.closest?.(`[${linkMark}]`)?.getAttribute(linkMark);
  return mark === null || mark === undefined ? undefined : Number(mark);
}

function listenInside(inner: Document, { onLink, onHeight }: Inside): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const press = (event: Event) => {
    const index = linkAt(event.target);
    if (index === undefined) return;
    event.preventDefault();
    onLink(index);
  };
  inner.addEventListener("click", press, { signal });
  inner.addEventListener("auxclick", press, { signal });
  inner.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Enter" && linkAt(event.target) !== undefined) press(event);
      else passOn(event);
    },
    { signal },
  );
  // Only text can be dragged out of a message.
  inner.addEventListener("dragover", (event) => event.preventDefault(), { signal });
  inner.addEventListener("drop", (event) => event.preventDefault(), { signal });
  // The box rather than scrollHeight, which is never less than the frame's own height: it must also shrink, such as in
  // print.
  const measure = () => {
    const { height } = inner.documentElement.getBoundingClientRect();
    onHeight(Math.min(60_000, Math.max(40, Math.ceil(height))));
  };
  const observer = new ResizeObserver(measure);
  observer.observe(inner.documentElement);
  observer.observe(inner.body);
  measure();
  return () => {
    stop.abort();
    observer.disconnect();
  };
}

/** The page's shortcuts (j, k, Escape, Ctrl+K) keep working while the focus is in the message. */
function passOn(event: KeyboardEvent): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key === "Tab" || /^(?:Arrow|Page|Home|End)/.test(key) || (ctrlKey && /^[ac]$/i.test(key))) return;
  const copy = new KeyboardEvent("keydown", {
    key,
    code,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
    bubbles: true,
    cancelable: true,
  });
  if (!document.body.dispatchEvent(copy)) event.preventDefault();
}
