import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.InvoicesApi;
import org.openapitools.client.model.Intake;
import org.openapitools.client.model.InvoiceList;
import org.openapitools.client.model.InvoiceRow;
import org.openapitools.client.model.Route;
import org.openapitools.client.model.Submission;

/** A client that openapi-generator generates: an invoice, a file, a batch, a webhook, a list. */
public class Program {
  public static void main(String[] arguments) throws Exception {
    JsonObject given = JsonParser.parseString(Files.readString(Path.of(System.getenv("GIVEN")))).getAsJsonObject();
    ApiClient client = new ApiClient();
    client.setBasePath(given.get("url").getAsString());
    client.setBearerToken(given.get("key").getAsString());
    InvoicesApi invoices = new InvoicesApi(client);

    Submission submission = Submission.fromJson(given.get("submission").toString());
    Intake invoice = invoices.submitInvoice("java-invoice", submission).execute();
    File xml = new File(given.get("xml").getAsString());
    Intake file = invoices.submitFile("java-file-1", Route.DE_XRECHNUNG, "java-file", xml).execute();
    String batch = invoices.submitBatch(new File(given.get("batch").getAsString())).execute();

    Set<String> ids = new HashSet<>();
    for (int page = 1, total = 1; ids.size() < total; page += 1) {
      InvoiceList listed = invoices.listInvoices().page(page).pageSize(25).execute();
      for (InvoiceRow row : listed.getData()) ids.add(row.getId());
      total = listed.getTotal();
    }

    List<Integer> statuses =
        batch.lines().map(line -> JsonParser.parseString(line).getAsJsonObject().get("status").getAsInt()).toList();
    System.out.println(
        new Gson()
            .toJson(
                Map.of(
                    "invoice", invoice.getState().getValue(),
                    "file", file.getState().getValue(),
                    "batch", statuses,
                    "listed", ids.size(),
                    "webhook", isSigned(given.getAsJsonObject("delivery")))));
    System.exit(0);
  }

  private static boolean isSigned(JsonObject delivery) throws Exception {
    String time = "";
    boolean matches = false;
    for (String part : delivery.get("signature").getAsString().split(",")) {
      String[] pair = part.split("=");
      if (pair[0].equals("t")) time = pair[1];
      if (!pair[0].equals("v1")) continue;
      Mac mac = Mac.getInstance("HmacSHA256");
      byte[] secret = delivery.get("secret").getAsString().getBytes(StandardCharsets.UTF_8);
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      String message = time + "." + delivery.get("body").getAsString();
      byte[] expected = mac.doFinal(message.getBytes(StandardCharsets.UTF_8));
      matches |= MessageDigest.isEqual(expected, HexFormat.of().parseHex(pair[1]));
    }
    return matches;
  }
}
