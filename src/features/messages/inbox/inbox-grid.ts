/** The message list, which the page's shortcuts apply to. */
export function inboxGrid(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role="grid"][aria-label="Inbox"]');
}
