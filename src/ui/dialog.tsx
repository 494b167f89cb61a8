import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./dialog.module.css";
import { IconButton } from "./icon-button.tsx";
import { useCountedDialog } from "./open-dialogs.ts";
import { CrossIcon } from "./page-icons.tsx";
import { overlayMark } from "./second-click.ts";
import { useAskBeforeLeaving } from "./use-ask-before-leaving.ts";

interface DialogAction {
  label: ReactNode;
  run: () => void;
  look?: "primary" | "danger";
  isBusy?: boolean;
  isDisabled?: boolean;
  /** Instead of "Cancel". */
  cancel?: string;
}

export interface DialogProps {
  title: string;
  isOpen?: boolean;
  onClose: () => void;
  children: ReactNode;
  actions?: ReactNode;
  /** The only button besides the one that closes it. */
  action?: DialogAction;
  width?: "normal" | "wide" | "huge";
  /** Clicking outside does not close it, since the user works in it. */
  isKept?: boolean;
  /** False if what was typed outlasts closing it. Otherwise Escape says that it is lost, and closes only when pressed again. */
  losesTyped?: boolean;
  /** "alertdialog" for a question that must be answered: clicking outside does not close it. */
  role?: "dialog" | "alertdialog";
  startsInField?: boolean;
  startsAtAction?: boolean;
  /**
   * The primary button is pressed only on purpose: unless the focus starts in a field, it starts at the other button,
   * and no Enter elsewhere presses this one; Ctrl+Enter says so. A danger always is.
   */
  isRisky?: boolean;
}

export function Dialog({
  title,
  isOpen = true,
  onClose,
  children,
  action,
  actions = action && <ActionButtons action={action} onCancel={onClose} />,
  width = "normal",
  role = "dialog",
  losesTyped = true,
  isKept = false,
  startsInField = false,
  startsAtAction = false,
  isRisky = action?.look === "danger",
}: DialogProps) {
  useCountedDialog(isOpen);
  const [isRefused, setRefused] = useState(false);
  const [typed, setTyped] = useState<"typed" | "told">();
  const isTyped = losesTyped && typed !== undefined;
  useAskBeforeLeaving(isOpen && isTyped);
  const isTold = isTyped && typed === "told";
  return (
    <ModalOverlay
      {...overlayMark}
      className={styles.backdrop ?? ""}
      isOpen={isOpen}
      isDismissable={role === "dialog" && !isKept && !isTyped}
      onOpenChange={(open) => {
        if (open) return;
        if (isTyped && !isTold) setTyped("told");
        else onClose();
      }}
    >
      <Modal className={classNames(styles.panel, width !== "normal" && styles[width])}>
        {/* The keys belong to the dialog's content. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div
          onKeyDown={(event) => pressMain(event, () => setRefused(true))}
          onInput={() => setTyped("typed")}
        >
          <AriaDialog className={styles.dialog ?? ""} role={role}>
            <div className={styles.head}>
              <Heading slot="title" level={2} className={styles.title ?? ""}>
                {title}
              </Heading>
              <IconButton label="Close" icon={<CrossIcon />} onClick={onClose} />
            </div>
            <Body startsInField={startsInField}>{children}</Body>
            {actions || isTold ? (
              <Foot {...{ startsAtAction, startsInField, isRisky, isRefused, isTold }}>{actions}</Foot>
            ) : null}
          </AriaDialog>
        </div>
      </Modal>
    </ModalOverlay>
  );
}

function ActionButtons({ action, onCancel }: { action: DialogAction; onCancel: () => void }) {
  const { label, run, look = "primary", isBusy = false, isDisabled = false, cancel = "Cancel" } = action;
  return (
    <>
      <Button onClick={onCancel}>{cancel}</Button>
      <Button look={look} isBusy={isBusy} disabled={isDisabled} onClick={run}>
        {label}
      </Button>
    </>
  );
}

const takesEnter =
  "button, a[href], select, textarea, summary, [contenteditable], [role=option], [role=menuitem]";

/** Enter presses the primary button unless the focused element handles it; Ctrl+Enter always does, and stops there. */
function pressMain(event: KeyboardEvent<HTMLElement>, onRefused: () => void): void {
  const { target, currentTarget } = event;
  const isChord = event.ctrlKey || event.metaKey;
  if (event.key !== "Enter" || event.defaultPrevented || event.shiftKey || event.altKey) return;
  if (event.nativeEvent.isComposing || !(target instanceof Element)) return;
  if (!isChord && target.closest(takesEnter)) return;
  const main = [...currentTarget.querySelectorAll<HTMLButtonElement>("[data-foot] button")].at(-1);
  if (isChord) event.stopPropagation();
  if (!main) return;
  event.preventDefault();
  if (event.repeat) return;
  if (!main.closest("[data-risky]")) main.click();
  else onRefused();
}

/** Of several choices, the one that is chosen. */
const firstField = "input:not([type=radio]), input:checked, textarea";
const focusable = "a[href], button, input, select, textarea, [tabindex]";

function Body({ startsInField, children }: Pick<DialogProps, "startsInField" | "children">) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (startsInField) body.current?.querySelector<HTMLElement>(firstField)?.focus();
  }, [startsInField]);
  // A scroll container without focusable content is made focusable, so that keys can scroll it.
  useEffect(() => {
    const box = body.current;
    if (!box || box.scrollHeight <= box.clientHeight || box.querySelector(focusable)) return;
    box.tabIndex = 0;
  });
  return (
    <div ref={body} className={styles.body}>
      {children}
    </div>
  );
}

interface FootProps extends Required<
  Pick<DialogProps, "startsAtAction" | "startsInField" | "isRisky" | "children">
> {
  /** Enter was pressed, and did not press the button. */
  readonly isRefused: boolean;
  /** Escape was pressed, and what was typed would be lost. */
  readonly isTold: boolean;
}

function Foot({ startsAtAction, startsInField, isRisky, isRefused, isTold, children }: FootProps) {
  const foot = useRef<HTMLDivElement>(null);
  // Becoming risky moves no focus: something was ticked, where the focus stays.
  const [start] = useState(() =>
    isRisky && !startsInField ? "button:first-of-type" : startsAtAction ? "button:last-of-type" : undefined,
  );
  useEffect(() => {
    if (start !== undefined) foot.current?.querySelector<HTMLElement>(start)?.focus();
  }, [start]);
  return (
    <div ref={foot} className={styles.foot} data-foot="" data-risky={isRisky ? "" : undefined}>
      <p role="status" className={`quiet small end ${styles.refused}`}>
        {isTold
          ? "This isn’t kept. Press Escape again to close anyway."
          : isRisky && isRefused
            ? "Enter doesn’t press the button here. Go to it with Tab, or click it."
            : ""}
      </p>
      {children}
    </div>
  );
}
