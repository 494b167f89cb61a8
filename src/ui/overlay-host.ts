let host: HTMLElement | undefined;

/**
 * Where all that lies over the page is drawn: dialogs, menus, toasts. One element beside the page's root and not the
 * body itself, so that a locked page can be taken out of the document with all that belongs to it.
 */
export function overlayHost(): HTMLElement {
  if (host) return host;
  host = document.createElement("div");
  host.id = "overlays";
  document.body.append(host);
  return host;
}
