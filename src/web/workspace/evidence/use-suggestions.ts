import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "#web/api.ts";
import { suggestedFromChars } from "#web/contract.ts";
import { useWorkspace } from "../company-context.tsx";
import { beginningOf } from "./file-text.ts";

const PAUSE_MS = 300;

/** The controls suggested for a file under a name, once the typing pauses; none while the feature is off. */
export function useSuggestions(file: File | undefined, name: string) {
  const { company } = useWorkspace();
  const [asked, setAsked] = useState({ name: "", fileName: "", text: "" });
  useEffect(() => {
    let over = false;
    const pause = setTimeout(() => {
      void beginningOf(file, suggestedFromChars).then((text) => {
        if (!over) setAsked({ name: name.slice(0, 300), fileName: file?.name.slice(0, 300) ?? "", text });
      });
    }, PAUSE_MS);
    return () => {
      over = true;
      clearTimeout(pause);
    };
  }, [file, name]);
  const isAsked = asked.name.trim() !== "" || asked.fileName !== "";
  const suggestions = useQuery({
    ...api.evidence.suggest.queryOptions({ input: { companyId: company.id, ...asked } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return (isAsked && suggestions.data) || [];
}
