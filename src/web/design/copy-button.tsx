import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { toast } from "./toast-list.ts";

/** Copies a text and says so. `name` tells a screen reader what will be copied. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      toast.error("Copying is not allowed here. Please select the text and copy it yourself.");
      return;
    }
    setCopied(true);
    toast.success("Copied");
    setTimeout(() => setCopied(false), 2000);
  }
  return (
    <Button kind="quiet" size="small" icon={copied ? Check : Copy} iconOnly onClick={() => void copy()}>
      {name}
    </Button>
  );
}
