import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { toast } from "#web/design/toast-list.ts";
import { AppError, showError } from "#web/app-error.ts";
import type { Faults, readAnswers } from "./answers.ts";

const FAILED = "Failed to save organization profile";

/** Sends the profile; answers with what the server says is wrong with which answer, or null once it is saved. */
export function useSubmit(companyId: string) {
  const queries = useQueryClient();
  const submit = useMutation(api.onboarding.submit.mutationOptions());
  return {
    busy: submit.isPending,
    async send(profile: NonNullable<ReturnType<typeof readAnswers>["profile"]>): Promise<Faults | null> {
      try {
        const state = await submit.mutateAsync({ companyId, ...profile });
        queries.setQueryData(api.onboarding.get.queryKey({ input: { companyId } }), state);
        void queries.invalidateQueries({ queryKey: api.onboarding.setup.key() });
        toast.success("Organization profile saved successfully!");
        return null;
      } catch (error) {
        return toldFaults(error);
      }
    },
  };
}

function toldFaults(error: unknown): Faults {
  const { fields = {}, code, requestId } = error instanceof AppError ? error : {};
  if (Object.keys(fields).length > 0) return fields;
  // What nobody foresaw has a sentence of the specification here.
  if (code === "unexpected") toast.error(FAILED, { description: requestId && `Request ${requestId}` });
  else showError(error, FAILED);
  return {};
}
