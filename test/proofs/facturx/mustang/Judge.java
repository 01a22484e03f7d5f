import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mustangproject.validator.ZUGFeRDValidator;

/** Prints of each file what Mustang's report says at its end, over PDF and XML, and what it finds. */
public class Judge {
  private static final Pattern SUMMARY = Pattern.compile("<summary status=\"(\\w+)\"");

  public static void main(String[] files) {
    for (String file : files) {
      String report = new ZUGFeRDValidator().validate(file);
      String status = "none";
      Matcher summaries = SUMMARY.matcher(report);
      while (summaries.find()) status = summaries.group(1);
      System.out.println("status " + status + " " + file);
      if (!status.equals("valid")) System.out.println(report);
    }
  }
}
