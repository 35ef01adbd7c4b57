import { useRef, useState } from "react";
import type { InputEvent, SubmitEvent } from "react";
import type * as z from "zod";
import { Refusal, tell, unreachable } from "./refusal.ts";

type Errors<Values> = Partial<Record<keyof Values & string, string>>;

/** Shows why sending failed: under the fields the server names, else in a toast, with its sentence or the fallback. */
type Refuse = (error: unknown, fallback: string) => void;

/**
 * A form checked by the same schema as the server checks its request; a schema may be loaded when it is needed. Checked
 * on submit, and on every change once something is wrong (specification, section 5); the first wrong field takes the
 * focus. The values live in the inputs themselves, by their names: what was typed before the scripts ran is kept.
 */
export function useSchemaForm<Values>(
  schema: z.ZodType<Values> | (() => Promise<z.ZodType<Values>>),
  send: (values: Values, refuse: Refuse) => Promise<void>,
) {
  const [errors, setErrors] = useState<Errors<Values>>({});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  async function check(form: HTMLFormElement) {
    const checker =
      typeof schema === "function"
        ? await schema().catch(() => {
            throw unreachable();
          })
        : schema;
    const checked = checker.safeParse(Object.fromEntries(new FormData(form)));
    setErrors(checked.success ? {} : firstOfEach(checked.error.issues));
    return checked;
  }

  function refuse(error: unknown, fallback: string, form: HTMLFormElement) {
    const named = error instanceof Refusal ? Object.entries(error.fields) : [];
    const shown = named.filter(([name]) => form.elements.namedItem(name));
    if (shown.length === 0) tell(error, fallback);
    else setErrors(Object.fromEntries(shown) as Errors<Values>);
  }

  async function submit(form: HTMLFormElement) {
    // A second press while the first is under way, which the busy button cannot always catch.
    if (sending.current) return;
    sending.current = true;
    try {
      const checked = await check(form);
      if (!checked.success) return focusFirst(form, firstOfEach(checked.error.issues));
      setBusy(true);
      await send(checked.data, (error, fallback) => refuse(error, fallback, form));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tell(error, error.message);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  const attributes = {
    noValidate: true,
    // Without scripts a form must not put a password into the address.
    method: "post",
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      void submit(event.currentTarget);
    },
    onInput(event: InputEvent<HTMLFormElement>) {
      if (Object.keys(errors).length > 0) void check(event.currentTarget).catch(() => {});
    },
  } as const;
  return { attributes, errors, busy };
}

function firstOfEach<Values>(issues: readonly z.core.$ZodIssue[]): Errors<Values> {
  // Walked backwards, so that the first sentence about a field is the one that stays.
  return Object.fromEntries(
    issues.toReversed().map((issue) => [issue.path.join("."), issue.message]),
  ) as Errors<Values>;
}

function focusFirst(form: HTMLFormElement, errors: object) {
  const wrong = [...form.elements].find((element) => "name" in element && (element.name as string) in errors);
  if (wrong instanceof HTMLElement) wrong.focus();
}
