/** The list of messages, which the keys of the page belong to. */
export function inboxGrid(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role="grid"][aria-label="Inbox"]');
}
