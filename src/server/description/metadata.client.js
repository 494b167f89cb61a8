// The "try it" of the metadata page: sends what stands in the form with this browser's session.
for (const form of document.querySelectorAll("form[data-path]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = form.querySelector(".answer");
    const button = form.querySelector("button");
    const { path, effect } = form.dataset;
    if (effect === "write" && !confirm("This changes data of the running service. Send it?")) return;
    answer.textContent = "Sending…";
    button.disabled = true;
    try {
      const reply = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: form.elements.body.value,
        signal: AbortSignal.timeout(60_000),
      });
      const text = await reply.text();
      let shown = text;
      try {
        shown = JSON.stringify(JSON.parse(text), undefined, 2);
      } catch {
        // Not JSON: shown as it came.
      }
      const hint = reply.status === 401 ? "Sign in to the console in this browser, then send again.\n\n" : "";
      answer.textContent = `${reply.status} ${reply.statusText}\n\n${hint}${shown.slice(0, 200_000)}`;
    } catch (error) {
      answer.textContent = `No answer: ${error.message}`;
    } finally {
      button.disabled = false;
    }
  });
}
