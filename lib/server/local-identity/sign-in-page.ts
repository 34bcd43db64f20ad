export type Person = { name: string; email: string };

/** People to sign in as with one click. */
export const PERSONAS: readonly Person[] = [
  { name: "Ada Lovelace", email: "ada@example.com" },
  { name: "Grace Hopper", email: "grace@example.com" },
  { name: "Linus", email: "linus@example.com" },
];

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

const STYLE = `
  :root { color-scheme: light dark; --line: light-dark(#dee2e6, #424242); --muted: light-dark(#5c636a, #a6a7ab);
    --paper: light-dark(#fff, #2e2e2e); --accent: light-dark(#1864ab, #74c0fc); --on-accent: light-dark(#fff, #1a1b1e) }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
    background: light-dark(#f1f3f5, #1f1f1f); color: light-dark(#212529, #e9ecef);
    font: 16px/1.5 system-ui, sans-serif }
  main { width: 100%; max-width: 25rem; background: var(--paper); border: 1px solid var(--line);
    border-radius: .75rem; padding: 1.75rem }
  h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 .25rem }
  p { margin: 0; color: var(--muted); font-size: .9375rem }
  .people { display: grid; gap: .5rem; margin: 1.25rem 0 }
  button, input { font: inherit; width: 100%; border-radius: .5rem; border: 1px solid var(--line); padding: .625rem .75rem;
    background: transparent; color: inherit }
  button { cursor: pointer; text-align: left; min-height: 2.75rem }
  button small { display: block; color: var(--muted) }
  button:hover { border-color: var(--accent) }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  fieldset { border: 0; border-top: 1px solid var(--line); margin: 0; padding: 1.25rem 0 0; display: grid; gap: .75rem }
  legend { padding: 0 .75rem 0 0; color: var(--muted); font-size: .875rem }
  label { display: grid; gap: .25rem; font-size: .9375rem }
  .submit { background: var(--accent); border-color: var(--accent); color: var(--on-accent); text-align: center; font-weight: 600 }
  [role=alert] { color: light-dark(#c92a2a, #ffa8a8); font-size: .9375rem }
`;

/** A page of the local identity provider, whole in itself: it loads nothing. */
function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<main>${body}</main>
</html>`;
}

function personaForm(action: string, { name, email }: Person): string {
  return `<form method="post" action="${escaped(action)}">
    <input type="hidden" name="name" value="${escaped(name)}"><input type="hidden" name="email" value="${escaped(email)}">
    <button>${escaped(name)}<small>${escaped(email)}</small></button>
  </form>`;
}

/** Asks who signs in: one of the personas, or anyone by name and email. */
export function signInPage(options: {
  action: string;
  providerName: string;
  wantsMore: boolean;
  problem?: string;
  given?: Partial<Person>;
}): string {
  const { action, providerName, wantsMore, problem, given } = options;
  return page(
    `Sign in · ${providerName}`,
    `<h1>${escaped(providerName)}: who are you?</h1>
  <p>This stands in for the real provider on this machine. It asks for no password.${
    wantsMore ? " Signing in also grants access to mail and calendar." : ""
  }</p>
  <div class="people">${PERSONAS.map((person) => personaForm(action, person)).join("")}</div>
  <form method="post" action="${escaped(action)}">
    <fieldset>
      <legend>or someone else</legend>
      ${problem ? `<div role="alert">${escaped(problem)}</div>` : ""}
      <label>Name <input name="name" autocomplete="name" maxlength="255" value="${escaped(given?.name ?? "")}"></label>
      <label>Email <input type="email" name="email" autocomplete="email" required maxlength="254" value="${escaped(given?.email ?? "")}"></label>
      <button class="submit">Sign in</button>
    </fieldset>
  </form>`,
  );
}

/** Says in words why the local identity provider can't go on. */
export function problemPage(problem: string, serviceUrl: string): string {
  return page(
    "Sign-in did not work",
    `<h1>Sign-in did not work</h1><p>${escaped(problem)}</p>
  <p style="margin-top:1rem"><a href="${escaped(serviceUrl)}/signin">Start again</a></p>`,
  );
}
