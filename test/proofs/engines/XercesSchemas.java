import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.*;
import org.xml.sax.*;

/**
 * Checks documents with the schemas of Java's own Xerces, in one process. A request is a line: path of the schema, tab, number of bytes of
 * the document that follows. The answer is a line: OK or ERROR, and the first message.
 */
public class XercesSchemas {
  public static void main(String[] args) throws Exception {
    Map<String, Schema> schemas = new HashMap<>();
    DataInputStream requests = new DataInputStream(new BufferedInputStream(System.in));
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String request; (request = line(requests)) != null; ) {
      String[] parts = request.split("\t");
      byte[] document = new byte[Integer.parseInt(parts[1])];
      requests.readFully(document);
      try {
        if (!schemas.containsKey(parts[0])) schemas.put(parts[0], compile(parts[0]));
        answers.println(check(schemas.get(parts[0]), document));
      } catch (Throwable error) {
        answers.println("NONE " + one(error.toString()));
      }
    }
  }

  static Schema compile(String path) throws SAXException {
    SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    return factory.newSchema(new File(path));
  }

  static String check(Schema schema, byte[] document) throws SAXException, IOException {
    String[] first = new String[1];
    Validator validator = schema.newValidator();
    validator.setErrorHandler(new ErrorHandler() {
      public void warning(SAXParseException e) {}
      public void error(SAXParseException e) { if (first[0] == null) first[0] = e.getMessage(); }
      public void fatalError(SAXParseException e) throws SAXException { error(e); throw e; }
    });
    try {
      validator.validate(new StreamSource(new ByteArrayInputStream(document)));
    } catch (SAXParseException e) {
      if (first[0] == null) first[0] = e.getMessage();
    }
    return first[0] == null ? "OK" : "ERROR " + one(first[0]);
  }

  static String one(String text) {
    return text.replaceAll("\\s+", " ");
  }

  static String line(DataInputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int b; (b = in.read()) >= 0; ) {
      if (b == '\n') return bytes.toString(StandardCharsets.UTF_8);
      bytes.write(b);
    }
    return null;
  }
}
