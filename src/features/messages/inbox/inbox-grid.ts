export function inboxGrid(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role="grid"][aria-label="Inbox"]');
}
