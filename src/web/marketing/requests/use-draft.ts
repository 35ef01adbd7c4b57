import { useEffect } from "react";
import type { RefObject } from "react";

interface Draft {
  /** What the address had asked to be filled in. */
  readonly prefill: Readonly<Record<string, string>>;
  readonly typed: Readonly<Record<string, string>>;
}

/**
 * Keeps what is typed into a form over a reload, in this tab alone. What the address fills in wins over a draft that was
 * begun for another address. The fields stay the browser's: values are put into them, never taken out of its hands.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  path: string,
  prefill: Readonly<Record<string, string>>,
) {
  const key = `draft:${path}`;
  const asked = JSON.stringify(prefill);

  useEffect(() => {
    const now = JSON.parse(asked) as Draft["prefill"];
    const before = read(key);
    for (const [name, field] of fieldsOf(form.current)) {
      const typed = before && (now[name] ?? "") === (before.prefill[name] ?? "") ? before.typed[name] : undefined;
      const value = typed ?? now[name];
      // What was typed before the scripts ran is newer than both.
      if (value && field.value === "") field.value = value;
    }
  }, [form, key, asked]);

  return {
    save() {
      const typed = Object.fromEntries(fieldsOf(form.current).map(([name, field]) => [name, field.value]));
      write(key, { prefill, typed });
    },
    forget: () => write(key, undefined),
  };
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function fieldsOf(form: HTMLFormElement | null): [string, TextField][] {
  const fields = [...(form?.elements ?? [])].filter(
    (element): element is TextField => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement,
  );
  return fields.filter(({ name }) => name !== "" && name !== honeypotName).map((field) => [field.name, field]);
}

/** The field that no person sees; what stands in it is not worth keeping. */
export const honeypotName = "website";

// Storage may be closed to us, or full. Then nothing is kept, and nothing else is lost.
function read(key: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // See above.
  }
}
