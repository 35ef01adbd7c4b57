import { useRef, useState } from "react";
import type { InputEvent, ReactNode, SubmitEvent } from "react";
import type * as z from "zod";
import { timeNow } from "#web/clock.ts";
import { useHydrated } from "#web/design/use-hydrated.ts";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useHumanCheck } from "#web/human-check/use-human-check.ts";
import { loadRequests } from "./load-requests.ts";
import type { Receipt } from "./received-box.tsx";
import { useDraft } from "./use-draft.ts";

const noPrefill = {};

export interface RequestForm<Values> {
  /** Where the form is posted to without scripts, and what its draft is kept under. */
  readonly path: string;
  readonly schema: () => Promise<z.ZodType<Values>>;
  readonly send: (values: Values & { verification: string }) => Promise<unknown>;
  readonly prefill?: Readonly<Record<string, string>>;
  /** The specification's sentence when it was received, and ours for the line that stays. */
  readonly success: string;
  readonly receipt: (values: Values) => ReactNode;
  readonly failure: string;
}

/** A public form: checked, sent with the proof of a person, kept as a draft until it was received. */
export function useRequestForm<Values>(facts: RequestForm<Values>) {
  const form = useRef<HTMLFormElement>(null);
  const [receipt, setReceipt] = useState<Receipt>();
  const check = useHumanCheck();
  const draft = useDraft(form, facts.path, facts.prefill ?? noPrefill);
  const hydrated = useHydrated();

  const { attributes, errors, busy } = useSchemaForm(facts.schema, async (values, refuse) => {
    const verification = await check.proof();
    if (verification === undefined) return;
    // The stamp was for another.
    setReceipt(undefined);
    try {
      await facts.send({ ...values, verification });
    } catch (error) {
      if (check.refused(error)) return;
      refuse(error, facts.failure);
      return;
    }
    form.current?.reset();
    draft.forget();
    check.reset();
    toast.success(facts.success);
    setReceipt({ at: timeNow().toISOString(), text: facts.receipt(values) });
  });

  return {
    check,
    errors: errors as Readonly<Record<string, string | undefined>>,
    busy,
    receipt,
    /** Sends the form as a browser without scripts does; the answer is a page of its own. */
    postPlainly() {
      // Not before: should no answer come, what was typed is still here.
      addEventListener("pagehide", draft.forget, { once: true });
      form.current?.submit();
    },
    attributes: {
      ...attributes,
      ref: form,
      action: facts.path,
      // Without scripts the browser says what is missing.
      noValidate: hydrated,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        check.remind();
        attributes.onSubmit(event);
      },
      onInput(event: InputEvent<HTMLFormElement>) {
        draft.save();
        attributes.onInput(event);
      },
      onFocus() {
        check.prepare();
        void loadRequests().catch(() => {});
      },
    },
  };
}
