import { Kbd } from "#room/ui/kbd.tsx";
import { Options } from "#room/ui/options.tsx";
import type { Choice } from "./palette-match.ts";
import styles from "./palette.module.css";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { comboboxProps, placeAfterKey } from "#room/ui/combobox.ts";
import { SearchIcon } from "#room/ui/page-icons.tsx";
import { overlayMark } from "#room/ui/second-click.ts";
import { CodeSources } from "./code-sources.tsx";
import { useChoices } from "./use-choices.ts";
import { WorkspaceSources } from "./workspace-sources.tsx";

interface PaletteListProps {
  listId: string;
  choices: Choice[];
  at: number;
  isSearching: boolean;
  onRun: (choice: Choice | undefined) => void;
  onPoint: (at: number) => void;
}

function PaletteList({ listId, choices, at, isSearching, onRun, onPoint }: PaletteListProps) {
  const none = isSearching ? "Searching…" : "No matches.";
  return (
    <>
      <Options
        id={listId}
        label="Found"
        options={choices}
        active={at}
        keyOf={({ id }) => id}
        groupOf={({ group }) => group}
        onTake={(place) => onRun(choices[place])}
        onPoint={onPoint}
        className={styles.list}
        groupClassName={styles.group}
        optionClassName={() => styles.choice}
      >
        {({ title, detail, keys }) => (
          <>
            <span className={`clip ${styles.title}`}>{title}</span>
            <span className={`quiet clip ${styles.detail}`}>{detail}</span>
            {keys ? <Kbd keys={keys} /> : null}
          </>
        )}
      </Options>
      <div className={choices.length > 0 ? "visually-hidden" : `quiet ${styles.none}`} aria-live="polite">
        {choices.length > 0 ? `${String(choices.length)} found` : none}
      </div>
    </>
  );
}

export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay
      {...overlayMark}
      className={styles.backdrop ?? ""}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={styles.panel ?? ""}>
        <Dialog aria-label="Search or jump to" className={styles.dialog ?? ""}>
          <WorkspaceSources />
          <CodeSources />
          <PaletteBody onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteBody({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const { choices, isSearching } = useChoices(query, (to) => void navigate({ to }));
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const at = Math.min(chosen, choices.length - 1);

  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    // After the dialog has restored the focus, so that the action can move it.
    setTimeout(choice.run);
  };
  const list = { listId, count: choices.length, active: at };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfterKey(event.key, list, { beforeFirst: "last", page: 8 });
    if (next !== undefined) {
      event.preventDefault();
      setChosen(next);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(choices[at]);
    }
  };
  return (
    <>
      <div className={styles.query}>
        <SearchIcon />
        <input
          ref={field}
          {...comboboxProps(list)}
          aria-label="Search or jump to"
          placeholder="Page, action, visit, message, code or ID"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList {...{ listId, choices, at, isSearching, onRun: run, onPoint: setChosen }} />
      <div className={`quiet small ${styles.foot}`}>
        <span>
          <Kbd keys="arrowup arrowdown" /> choose
        </span>
        <span>
          <Kbd keys="enter" /> go
        </span>
        <span>
          <Kbd keys="escape" /> close
        </span>
      </div>
    </>
  );
}
