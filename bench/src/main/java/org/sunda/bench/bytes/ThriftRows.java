package org.sunda.bench.bytes;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.thrift.TBase;
import org.apache.thrift.TException;
import org.apache.thrift.TFieldIdEnum;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/// A Thrift structure of any size, which writes itself field by field as generated ones do:
///
/// ```thrift
/// struct Row { 1: i16 kind, 2: i32 number, 3: i64 time, 4: binary name }
/// struct Rows { 1: list<Row> rows }
/// ```
///
/// Each row is the same object, so that the structure itself takes no memory. It is only ever written.
final class ThriftRows implements TBase<ThriftRows, TFieldIdEnum> {
    /// What the binary protocol makes of a row: five type bytes, four field numbers, a length, and the values.
    static final int ROW_BYTES = 5 + 4 * Short.BYTES + Integer.BYTES + Short.BYTES + Integer.BYTES + Long.BYTES + 16;

    private static final long serialVersionUID = 1;

    private static final TStruct ROWS = new TStruct("Rows");
    private static final TStruct ROW = new TStruct("Row");
    private static final TField ROWS_FIELD = new TField("rows", TType.LIST, (short) 1);
    private static final TField KIND = new TField("kind", TType.I16, (short) 1);
    private static final TField NUMBER = new TField("number", TType.I32, (short) 2);
    private static final TField TIME = new TField("time", TType.I64, (short) 3);
    private static final TField NAME = new TField("name", TType.STRING, (short) 4);

    /// So many rows are written between two looks at the watch.
    private static final int BLOCK = 1024;

    private final int count;
    private final transient Watch watch;
    private final byte[] name = new byte[16];

    /// The structure that takes so many bytes, and at most a row more.
    ThriftRows(long bytes, Watch watch) {
        this.watch = watch;
        this.count = Math.toIntExact(Math.ceilDiv(bytes, ROW_BYTES));
        Arrays.fill(name, (byte) 'a');
    }

    @Override
    public void write(TProtocol protocol) throws TException {
        protocol.writeStructBegin(ROWS);
        protocol.writeFieldBegin(ROWS_FIELD);
        protocol.writeListBegin(new TList(TType.STRUCT, count));
        ByteBuffer nameBytes = ByteBuffer.wrap(name);
        for (int i = 0; i < count; i += BLOCK) {
            watch.between((long) i * ROW_BYTES);
            writeRows(protocol, i, Math.min(count, i + BLOCK), nameBytes);
        }
        protocol.writeListEnd();
        protocol.writeFieldEnd();
        protocol.writeFieldStop();
        protocol.writeStructEnd();
    }

    private static void writeRows(TProtocol protocol, int from, int to, ByteBuffer name) throws TException {
        for (int i = from; i < to; i++) {
            writeRow(protocol, i, name);
        }
    }

    private static void writeRow(TProtocol protocol, int number, ByteBuffer name) throws TException {
        protocol.writeStructBegin(ROW);
        protocol.writeFieldBegin(KIND);
        protocol.writeI16((short) 7);
        protocol.writeFieldEnd();
        protocol.writeFieldBegin(NUMBER);
        protocol.writeI32(number);
        protocol.writeFieldEnd();
        protocol.writeFieldBegin(TIME);
        protocol.writeI64(1_700_000_000_000L + number);
        protocol.writeFieldEnd();
        protocol.writeFieldBegin(NAME);
        protocol.writeBinary(name);
        protocol.writeFieldEnd();
        protocol.writeFieldStop();
        protocol.writeStructEnd();
    }

    @Override
    public int compareTo(ThriftRows other) {
        return Integer.compare(count, other.count);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ThriftRows rows && rows.count == count;
    }

    @Override
    public int hashCode() {
        return count;
    }

    @Override
    public ThriftRows deepCopy() {
        return this;
    }

    @Override
    public void read(TProtocol protocol) {
        throw onlyWritten();
    }

    @Override
    public TFieldIdEnum fieldForId(int id) {
        throw onlyWritten();
    }

    @Override
    public boolean isSet(TFieldIdEnum field) {
        throw onlyWritten();
    }

    @Override
    public Object getFieldValue(TFieldIdEnum field) {
        throw onlyWritten();
    }

    @Override
    public void setFieldValue(TFieldIdEnum field, Object value) {
        throw onlyWritten();
    }

    @Override
    public void clear() {
        throw onlyWritten();
    }

    private static UnsupportedOperationException onlyWritten() {
        return new UnsupportedOperationException("these rows are only ever written");
    }
}
