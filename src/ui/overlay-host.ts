let host: HTMLElement | undefined;

/**
 * Where overlays are rendered: dialogs, menus, toasts. An element beside the page's root rather than the body itself,
 * so that a locked page can be removed from the document with all its overlays.
 */
export function overlayHost(): HTMLElement {
  if (host) return host;
  host = document.createElement("div");
  host.id = "overlays";
  document.body.append(host);
  return host;
}
