import { useState } from "react";
import { ApiError } from "@/lib/ui/api/client";
import controls from "@/lib/ui/light-kit/controls.module.css";
import { RequiredDialog } from "@/lib/ui/light-kit/required-dialog";
import { unlock } from "@/lib/ui/tables/public/visitor-rows";

type Props = { token: string; isOpen: boolean; onTicket: (ticket: string) => void };

/** Asks for the password again when a visit has expired, so that unsaved input is not lost. */
export function PasswordDialog({ token, isOpen, onTicket }: Props) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      const ticket = await unlock(token, password);
      setPassword("");
      onTicket(ticket);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.detail : "That did not work. Please try again.");
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <RequiredDialog isOpen={isOpen} title="Your visit has ended">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>After half an hour the password is asked for again. What you have changed is still here.</p>
        <label className={controls.labelled}>
          Password
          <input
            type="password"
            className={controls.field}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
        {problem === null ? null : (
          <p role="alert" className={controls.bad}>
            {problem}
          </p>
        )}
        <button type="submit" className={controls.button} disabled={isBusy}>
          Continue
        </button>
      </form>
    </RequiredDialog>
  );
}
