import { Notifications } from "@mantine/notifications";
import classes from "./toaster.module.css";

/** Shows messages, in the corner. */
export default function Toaster() {
  return <Notifications position="bottom-right" className={classes.toaster ?? ""} />;
}
