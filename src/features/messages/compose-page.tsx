import { getRouteApi, useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { oneLine } from "#room/contract/primitives/one-line.ts";
import { Button } from "#room/ui/button.tsx";
import { commandsOf, useCommands } from "#room/ui/commands.ts";
import { PageHeader } from "#room/ui/page-header.tsx";
import { type ComposerState, emptyComposer, withRecipients } from "./composer/composer-state.ts";
import { type Answered, ComposerView } from "./composer/composer-view.tsx";
import styles from "./messages-page.module.css";
import { OriginalMessage } from "./reading/original-message.tsx";
import { useAnswer } from "./reading/use-answer.ts";

interface Opened {
  id: string;
  initial: ComposerState | undefined;
}

const route = getRouteApi("/console/messages/compose");

function openedFrom({ to = "", subject = "", visit, draft }: ReturnType<typeof route.useSearch>): Opened {
  if (to === "" && subject === "" && visit === undefined && draft !== undefined)
    return { id: draft, initial: undefined };
  const visitId = canonicalGuid(visit ?? "");
  const initial = {
    ...withRecipients(emptyComposer, "to", to),
    subject: oneLine(subject).slice(0, 255),
    ...(visitId === undefined ? {} : { visitId }),
  };
  return { id: crypto.randomUUID().replaceAll("-", ""), initial };
}

const inFields = commandsOf("Message", { worksInFields: true });

/** The composer as a page. Parameters from a link are read once and removed from the URL. */
export function ComposePage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(() => openedFrom(search));
  const isFromLink = [search.to, search.subject, search.visit].some((value) => value !== undefined);
  const isRead = search.draft === opened.id && !isFromLink;

  // Another draft was requested while this page is open (from the palette, or with Back).
  const isOther = search.draft !== undefined && search.draft !== opened.id && search.to === undefined;
  if (isOther) setOpened(openedFrom(search));

  useEffect(() => {
    if (isRead || isOther) return;
    void navigate({ to: "/messages/compose", search: { draft: opened.id }, replace: true });
  }, [isRead, isOther, navigate, opened.id]);

  const [read, setRead] = useState<Answered>();
  const answered = read?.draftId === opened.id ? read : undefined;
  const [isOriginalShown, setOriginalShown] = useState(true);
  const { writeTo } = useAnswer();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  // Back to the previous place: the same message or folder, with its sort order and scroll position.
  const close = () => (canGoBack ? router.history.back() : void navigate({ to: "/messages" }));
  const writeNew = () => {
    const next = openedFrom({});
    setOpened(next);
    void navigate({ to: "/messages/compose", search: { draft: next.id }, replace: true });
  };
  // What was typed stays as a draft. An open suggestion list or dialog handles Escape itself.
  useCommands([
    inFields("messages.leave-composer", "Close the message and keep the draft", "escape", close),
    { id: "messages.compose", title: "Write a message", keys: "c", group: "Messages", run: writeNew },
  ]);
  return (
    <div className="column">
      <PageHeader
        title={answered?.title || "New message"}
        actions={
          <>
            {answered?.messageId === undefined ? null : (
              <Button look="quiet" onClick={() => setOriginalShown(!isOriginalShown)}>
                {isOriginalShown ? "Hide original" : "Show original"}
              </Button>
            )}
            <Button onClick={close}>Close</Button>
          </>
        }
      />
      <div className={styles.desk}>
        {answered?.messageId !== undefined && isOriginalShown ? (
          <OriginalMessage messageId={answered.messageId} onWriteTo={writeTo} />
        ) : null}
        <div className={styles.composeBody}>
          <ComposerView
            key={opened.id}
            draftId={opened.id}
            initial={opened.initial}
            onClose={close}
            onNew={writeNew}
            onRead={setRead}
          />
        </div>
      </div>
    </div>
  );
}
