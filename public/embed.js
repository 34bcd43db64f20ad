/*
 * Puts a form into a page and keeps its frame as high as it is:
 *   <script src="https://…/embed.js" data-form="<form id>" async></script>
 * The form's settings must name this page's origin among those that may embed it. `data-prefill`
 * takes a query string that fills fields in beforehand, and `data-title` what assistive technology calls the frame. A
 * `form:submitted` event, which bubbles, is sent from the frame when answers were taken.
 */
(() => {
  const script = document.currentScript;
  const { form, title = "Form", prefill = "" } = script.dataset;
  const { origin } = new URL(script.src);
  const frame = document.createElement("iframe");
  frame.src = `${origin}/f/${encodeURIComponent(form)}/embed${prefill === "" ? "" : `?${prefill}`}`;
  frame.title = title;
  frame.style.cssText = "display:block;width:100%;height:32rem;border:0;color-scheme:light dark";
  // The frame learns whom it may speak to.
  frame.referrerPolicy = "strict-origin";
  addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    if (event.data?.type === "form:resize") frame.style.height = `${Math.ceil(Number(event.data.height))}px`;
    if (event.data?.type === "form:submitted") {
      frame.dispatchEvent(new CustomEvent("form:submitted", { bubbles: true, detail: { form } }));
    }
  });
  script.after(frame);
})();
