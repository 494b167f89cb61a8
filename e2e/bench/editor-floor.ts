import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The page the editor is measured against: the event's fields as plain HTML inputs, no framework, no validation. As the
 * issue requires, it records its attempt before sending: the body goes to IndexedDB unencrypted, and the request leaves
 * when that transaction completes.
 */
const page = `<!doctype html><meta charset="utf-8"><title>Floor</title>
<style>
  body { font: 13px sans-serif; margin: 0 }
  .row { display: flex; content-visibility: auto; contain-intrinsic-size: auto 28px }
  .row input { width: 70px }
</style>
<form id="form"><div id="head"></div><div id="charges"></div><div id="diagnosis"></div><div id="payments"></div><div id="rulesLogs"></div></form>
<button id="add">Add</button><button id="remove">Remove</button><button id="send">Send</button>
<script>
  const money = (name) => [name + ".currency", name + ".amount"];
  const dx = (name) => ["icd9DiagCode", "icd10DiagCode", "diagCodePk", "priority", "snomed"].map((each) => name + "." + each);
  const members = {
    charges: ["providerId", "payerId", "feeId", "cpt", "modifier.0", "modifier.1", "modifier.2", "quantity",
      ...money("charge"), ...money("arAmount"), ...money("paid"), ...dx("indicatedBy.0"), ...dx("indicatedBy.1"), "billtoPayer", "billable"],
    diagnosis: ["icd9DiagCode", "icd10DiagCode", "diagCodePk", "priority", "snomed"],
    payments: ["paymentId", "paymentType", "payerId", ...money("amount"), "notes", "paymentCategory"],
    rulesLogs: ["rulesLogId", "ruleGroup", "ruleName", "status", "message", "logLevel", "createdDate"],
  };
  const at = (value, path) => path.split(".").reduce((each, part) => each?.[part], value);
  const escape = (text) => String(text ?? "").replace(/[&"<]/g, (sign) => "&#" + sign.charCodeAt(0) + ";");
  const rowHtml = (list, index, row) => '<div class="row">' + members[list].map((member) =>
    '<input name="' + list + "." + index + "." + member + '" value="' + escape(at(row, member)) + '">').join("") + "</div>";
  async function open(file) {
    const event = (await (await fetch(file)).json()).AutoChargedEvent;
    const lists = { ...event.visitCharged, rulesLogs: event.audit.rulesLogs };
    head.innerHTML = Object.entries({ ...event.visitCharged, ...event.audit }).filter(([, value]) => typeof value !== "object")
      .map(([name, value]) => '<input name="' + name + '" value="' + escape(value) + '">').join("");
    for (const list of Object.keys(members))
      document.getElementById(list).innerHTML = lists[list].map((row, index) => rowHtml(list, index, row)).join("");
  }
  add.onclick = () => {
    charges.insertAdjacentHTML("beforeend", rowHtml("charges", charges.children.length, {}));
    charges.lastElementChild.querySelector("input").focus();
  };
  remove.onclick = () => charges.lastElementChild.remove();
  send.onclick = (event) => {
    event.preventDefault();
    for (const input of form.elements) if (input.value.length > 1000) return;
    const body = JSON.stringify(Object.fromEntries(new FormData(form)));
    const write = attempts.transaction("attempts", "readwrite", { durability: "strict" });
    write.objectStore("attempts").put({ startedAt: Date.now(), body }, "last");
    write.oncomplete = () => fetch("/echo", { method: "POST", body });
  };
  let attempts;
  const opening = indexedDB.open("floor", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("attempts");
  opening.onsuccess = () => (attempts = opening.result);
</script>`;

export interface Floor {
  readonly url: string;
  close(): void;
}

/** Serves the floor page and the events it opens. */
export async function startFloor(files: Readonly<Record<string, string>>): Promise<Floor> {
  const server: Server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path === "/") response.setHeader("Content-Type", "text/html").end(page);
    else if (path === "/echo") request.resume().on("end", () => response.end("{}"));
    else response.setHeader("Content-Type", "application/json").end(files[path.slice(1)] ?? "{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has this kind of address.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
