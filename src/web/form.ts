import { useCallback, useContext, useRef, useState } from "react";
import type { InputEvent, SubmitEvent } from "react";
import type * as z from "zod";
import { toast } from "./design/toast-list.ts";
import { FormWatch } from "./form-watch.ts";
import { AppError, showError, unreachable } from "./app-error.ts";

type Errors<Values> = Partial<Record<keyof Values & string, string>>;

/**
 * Shows why sending failed: under the fields the server names, under the field that `under` names for a code, else in a
 * toast, with the server's sentence or the fallback.
 */
type Refuse = (error: unknown, fallback: string, under?: Readonly<Record<string, string>>) => void;

interface Options {
  /** Hears that a form was not sent because something in it is wrong. */
  readonly onWrong?: () => void;
}

/**
 * A form checked by the same schema as the server checks its request; a schema may be loaded when it is needed. Checked
 * on submit, and on every change once something is wrong (specification, section 5); the first wrong field takes the
 * focus. The values live in the inputs themselves, by their names: what was typed before the scripts ran is kept, and so
 * is what was typed when the session ended (kept-forms.ts).
 */
export function useSchemaForm<Values>(
  schema: z.ZodType<Values> | (() => Promise<z.ZodType<Values>>),
  send: (values: Values, refuse: Refuse) => Promise<void>,
  { onWrong }: Options = {},
) {
  const [errors, setErrors] = useState<Errors<Values>>({});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  /** Whether an error showed since the form was last sent: from then on every change is checked, also when none shows any more. */
  const shown = useRef(false);
  const watch = useContext(FormWatch);
  const ref = useCallback((form: HTMLFormElement | null) => (form && watch ? watch(form) : undefined), [watch]);

  async function check(form: HTMLFormElement) {
    const checker =
      typeof schema === "function"
        ? await schema().catch(() => {
            throw unreachable();
          })
        : schema;
    const checked = checker.safeParse(Object.fromEntries(new FormData(form)));
    const wrong: Errors<Values> = checked.success ? {} : firstOfEach(checked.error.issues);
    // Where nothing was wrong and nothing is, the form need not be drawn again: what it sends waits for that.
    setErrors((before) => (isNone(before) && isNone(wrong) ? before : wrong));
    if (!checked.success) shown.current = true;
    return checked;
  }

  function refuse(form: HTMLFormElement, ...[error, fallback, under = {}]: Parameters<Refuse>) {
    const fields = error instanceof AppError ? error.fields : {};
    const field = error instanceof AppError ? under[error.code] : undefined;
    const named = field === undefined ? fields : { [field]: (error as AppError).message };
    const inForm = Object.entries(named).filter(([name]) => form.elements.namedItem(name));
    if (inForm.length === 0) return showError(error, fallback);
    shown.current = true;
    setErrors(Object.fromEntries(inForm) as Errors<Values>);
    focusFirst(form, named);
  }

  async function submit(form: HTMLFormElement) {
    // A second press while the first is under way, which the busy button cannot always catch.
    if (sending.current) return;
    sending.current = true;
    try {
      const checked = await check(form);
      if (!checked.success) {
        onWrong?.();
        const wrong = firstOfEach(checked.error.issues);
        // What no field stands for would be refused in silence.
        if (!Object.keys(wrong).some((name) => form.elements.namedItem(name)))
          toast.error(checked.error.issues[0]?.message ?? "Check the fields in this form");
        return focusFirst(form, wrong);
      }
      setBusy(true);
      shown.current = false;
      await send(checked.data, (...why) => refuse(form, ...why));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      showError(error, error.message);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  const attributes = {
    ref,
    noValidate: true,
    // Without scripts a form must not put a password into the address.
    method: "post",
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      void submit(event.currentTarget);
    },
    onInput(event: InputEvent<HTMLFormElement>) {
      if (shown.current) void check(event.currentTarget).catch(() => {});
    },
  } as const;
  return { attributes, errors, busy };
}

const isNone = (errors: object): boolean => Object.keys(errors).length === 0;

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
